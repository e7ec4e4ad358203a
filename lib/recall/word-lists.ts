/** Which words of a prompt say nothing about what is stored, and which short ones do (C42). */

/** Words that make a sentence or a conversation: they stand in every other prompt. */
const ENGLISH = `a about after again all also am an and any are as at be because been before being but by can cannot could did do does doing done each every for from
get give go going good got had has have having he hello help her here hey hi him his how i if in into is it its just know let like look made make
many may maybe me more most much must my need new no not now of off ok okay on one only or other our out over please put really said same say see
she should show so some still sure take tell than thank thanks that the their them then there these they thing this those to too try up us use using
very want was way we well were what when where which while who whose why will with work would yes yet you your continue don doesn didn isn aren wasn
won`;

/** Kept whatever their length and whatever else is said of them: in code they name a thing. */
const CODING = `api auth bug ci cd cli css csv db dns env error fix git html http jwt npm orm sdk sql ssh ssr test tls ui url`;

/** Pieces of Chinese that only hold a sentence together; longer ones first, so that none is cut by a part of it. */
const CHINESE = `为什么 怎么样 是不是 有没有 能不能 可不可以 什么时候 怎么办 什么 怎么 怎样 如何 为何 何时 哪里 哪个 哪些 多少 我们 你们 他们 它们
咱们 大家 自己 这个 那个 这些 那些 这里 那里 这样 那样 可以 能否 应该 需要 必须 一下 一个 一些 请问 请帮 帮我 告诉 关于 的话 然后 现在 之前 之后
刚才 还是 或者 但是 因为 所以 如果 以及 已经 还有 没有 不要 不是 就是 看看 看一下 继续 谢谢 你好 好的 知道 觉得 想要 一样`;

/** Particles, pronouns and the like, one character each. */
const PARTICLES = "的了吗呢吧啊呀嘛么着我你您他她它是把被与和及或请帮让给对";

const words = (list: string): Set<string> => new Set(list.split(/\s+/));

export const STOP_WORDS: ReadonlySet<string> = words(ENGLISH);
export const CODING_WORDS: ReadonlySet<string> = words(CODING);

/** Where a run of Chinese falls apart. */
export const RUN_BREAKS = new RegExp(
  `${CHINESE.split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join("|")}|[${PARTICLES}]`,
  "u",
);
