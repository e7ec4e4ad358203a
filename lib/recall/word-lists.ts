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

/** Endings of Korean words that say how they stand in a sentence; longer ones first. */
const ENDINGS = `했습니다 합니다 됩니다 입니다 하십시오 해주세요 하나요 되나요 했나요 인가요 할까요 될까요 했어요 하려면 하세요 에서는 으로는 에게서 하지만
하는 되는 하고 해서 하면 해요 했다 한다 된다 하다 되다 에서 으로 에게 까지 부터 처럼 보다 마다 이나 라는 이라 해 은 는 이 가 을 를 의 에 로 와 과 도 만 나 요`;

/** Korean words that only hold a sentence together. */
const KOREAN = `어디 무엇 무슨 어떤 어떻게 언제 누구 왜 뭐 우리 저희 당신 그것 이것 저것 여기 거기 저기 이런 그런 저런 그리고 그러나 하지만 그래서 또는 혹은 아니면 있나요
있습니까 있어요 있는 없는 없나요 하나 주세요 좀 제발 지금 다시 계속 먼저 나중 해줘 알려 알려줘 말해줘 보여줘 부탁 감사 안녕 네 아니요 때문 위해 위한 대한 대해 관한 것 거`;

/** Words that give a rule or a wish its tone: two of them that share nothing else are about different things. */
const TONE = `always never ever prefer prefers preferred preferably instead used uses stop stopped remember remembers forget forgot forgotten mind told twice
ensure avoid strictly`;

const words = (list: string): Set<string> => new Set(list.split(/\s+/));

export const STOP_WORDS: ReadonlySet<string> = words(ENGLISH);
export const TONE_WORDS: ReadonlySet<string> = words(TONE);
/** The same in Chinese: a piece that is nothing else. */
export const TONE_PIECE =
  /^(?:更?喜欢|偏向|决定|千万别?|一律|一直|总是|永远|从不|以后|记住|记得|务必|改为|改成)+[用都把使]?$/u;
export const CODING_WORDS: ReadonlySet<string> = words(CODING);

export const KOREAN_STOP_WORDS: ReadonlySet<string> = words(KOREAN);

/** What stands before an ending of a Korean word: two syllables at least. */
export const KOREAN_STEM = new RegExp(
  `^(\\p{Script=Hangul}{2,}?)(?:${ENDINGS.split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join("|")})$`,
  "u",
);

/** Where a run of Chinese falls apart. */
export const RUN_BREAKS = new RegExp(
  `${CHINESE.split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join("|")}|[${PARTICLES}]`,
  "u",
);
