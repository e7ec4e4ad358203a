/** Words that only make a sentence of a question: they say nothing about what is looked for. Pure. */

const ENGLISH = `a about after again all also am an and any are as at be because been before being between both but by can could did do does
doing done during each for from further get gets getting got had has have having he her here hers him his how i if in into is it its
itself just let like may me might more most must my no nor not of off on once only or other our ours out over own please same shall
she should so some such than that the their theirs them then there these they this those through to too under until up us use used
uses using very want wants was we were what when where whether which while who whom whose why will with without would you your yours
i'm it's don't doesn't didn't isn't aren't wasn't can't won't we're you're they're that's what's there's let's tell show find know`;

/** Pairs of characters, since runs are read as pairs: question words, particles, "we", "need", "can", "there is". */
const CHINESE = `什么 么是 是什 么时 时候 怎么 么办 么样 怎样 如何 何时 为什 为何 哪里 哪个 哪些 哪儿 多少 几个 是否 是不 不是 有没 没有 我们 你们 他们
它们 咱们 这个 那个 这些 那些 这里 那里 可以 能不 不能 能否 应该 需要 需不 要不 怎么 一下 一个 请问 告诉 关于 的话 的时 了吗 是吗 的吗 么了 么做 该怎
要做 做什 处理 何处 么处 有什 用什 会不 不会 会怎 是怎 么会 为啥 干嘛 谁来 是谁 在哪 到底 还是 或者 但是 因为 所以 如果 以及`;

const FILLERS = new Set(`${ENGLISH} ${CHINESE}`.split(/\s+/));

/** A folded word, or a pair of characters. */
export const isFiller = (word: string): boolean => FILLERS.has(word);
