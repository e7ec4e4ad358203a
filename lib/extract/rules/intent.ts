/** What kind of speech a sentence is. Only `fact` may become an observation or a memory. */
import type { Sentence } from "./sentences";

export type Speech = "fact" | "question" | "offer" | "intent" | "hypothetical" | "filler";

const OPENER =
  "(?:(?:so|and|but|hey|hmm+|ok(?:ay)?|now|then|next|first|finally|also|great|good|perfect|alright|right|sure|yes|no|well|excellent|please)[,.!:]?\\s+)*";
const re = (body: string): RegExp => new RegExp(body, "iu");

const QUESTION = [
  /[?？]["'”’)）\]\s]*$/u,
  re(
    `^${OPENER}(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|has|have|isn['’]t|aren['’]t|doesn['’]t|don['’]t|won['’]t|shouldn['’]t|am)\\s+(?:you|we|i|it|there|this|that|these|they|the|he|she|anyone|someone|my|our|your)\\b`,
  ),
  re(
    `^${OPENER}(?:why\\b|how (?:do|does|did|can|could|should|would|about|come|to|is|are|many|much)\\b|what(?:['’]s| is| are| if| about| do| does| did| would| should| happens| kind)\\b|where (?:is|are|do|does|did)\\b|which (?:is|one|of|should|would|do|\\w+ (?:should|would|do|is))\\b|who (?:is|are)\\b|when (?:is|are|do|does|did|will|should)\\b)`,
  ),
  /(?:吗|呢|么)[。！!\s]*$/u,
  /(?:^|[，,；;\s])(?:请问|为什么|为何|怎么|如何|能否|能不能|可否|可不可以|是否|是不是|要不要|有没有|有什么|什么是|哪个|哪种|哪些|谁|多少)/u,
  /(?:要不要|能不能|可不可以|是不是|好不好|行不行|怎么办)/u,
  /(?:ですか|ますか|でしょうか|だろうか|のか)[。\s]*$/u,
  /(?:까요|나요|습니까|을까|ㄹ까|니)[.\s]*$/u,
];

const OFFER = re(
  `\\b(?:would you (?:like|prefer)|do you want|want me to|should i\\b|shall i\\b|let me know|if you(?:['’]d| would)? (?:like|want|prefer|wish)|i can (?:either|also|do|add|help|change|make|try|update|show)|i could (?:also|either)|i(?:['’]d| would) be happy|happy to|feel free|just say|which (?:would|do) you|either of (?:these|those)|your call|up to you)\\b|(?:需要我|要我|是否需要|如果你(?:想|需要|愿意)|如需|你希望|你想要|请告诉我|可以告诉我|你可以选|我可以(?:帮|为|把|再|继续|也))`,
);

const INTENT = [
  re(
    `^${OPENER}(?:let(?:['’]s| us| me)\\b|i(?:['’]ll| will| shall|['’]m going to| am going to|['’]m about to| need to| have to| should| must| want to| would| plan to| intend to)\\b|we(?:['’]ll| will| need to| have to| should| are going to|['’]re going to)\\b|time to\\b|going to\\b|need to\\b|about to\\b|(?:the |my )?(?:plan|next steps?|todo|approach|strategy|idea)\\b(?: is| are|:|：)|here(?:['’]s| is) (?:my|the|what i) plan|i(?:['’]m| am) (?:now )?(?:\\w+ing)\\b|we(?:['’]re| are) (?:now )?(?:\\w+ing)\\b)`,
  ),
  re(
    `^${OPENER}(?:reading|checking|looking|searching|running|starting|continuing|exploring|investigating|verifying|updating|writing|adding|fixing|creating|trying|proceeding|examining|reviewing|testing|inspecting|waiting|moving on|working on|digging)\\b`,
  ),
  /(?:让我|我来|我将|我会(?!议)|我要|我需要|我打算|我准备|我先|我再|我们来|我们先|我们需要|我们应该|接下来|下一步|下面我|现在(?:我|来|开始|让)|准备(?:开始|修改|更新|添加)|首先我|正在|计划(?:是|如下|：)|只需|需要(?:把|将|在|先|修改|添加|更新)|更新计划|待办)/u,
  /(?:してみます|します。?$|しましょう|하겠습니다|할게요|해보겠)/u,
];

const HYPOTHETICAL = re(
  `\\b(?:what if|suppose|imagine|hypothetically|in theory|maybe|perhaps|possibly|probably|might|may be|could|would|wonder(?:ing)?|thinking (?:about|of)|i (?:think|guess|suspect|assume|believe|suppose)|not sure|unsure|if only|as if|as though|used to|was going to|were going to|seems?|seemingly|appears? to|likely|presumably|considering|considered)\\b|(?:假如|假设|假使|也许|或许|可能|要是|大概|大约|万一|不确定|好像|似乎|看起来|看来|估计|猜测|怀疑|应该是|说不定|如果.{1,40}(?:呢|的话)|かもしれ|だろう|と思う|아마|것 같)`,
);

const FILLER = re(
  `^(?:${OPENER}(?:done|finished|completed|all (?:set|done|good)|ready|thanks?|thank you|welcome|you(?:['’]re| are) (?:right|welcome|absolutely)|good (?:question|catch|point|idea)|great|perfect|sure|ok(?:ay)?|yes|no|hi|hello|hey|got it|understood|noted|i see|sounds good|makes sense|nice|excellent|absolutely|certainly|of course|sorry|apologies|my mistake)(?: (?:there|again|so much|a lot|for (?:that|this)|about that))*[.!,:]*$|(?:好的?|完成了?|搞定了?|收到|明白了?|谢谢|你好|没问题|可以|行|嗯+|抱歉|对不起|已完成|是的|了解)[。！!，,]*$)`,
);

const PRESENTATION = re(
  `^${OPENER}(?:here(?:['’]s| is| are)\\b|below\\b|above\\b|the following\\b|see (?:below|the)\\b|based on [^:：]{1,80}, here|in summary[,:]?$|to summari[sz]e[,:]?$|summary[:：]?$|this is (?:what|the (?:plan|output|draft))|以下是|如下|下面是|这是)|(?:如下|以下)[:：]$`,
);

const ADVICE = re(
  `^(?:you (?:can|could|should|may|might|need|will|'ll)\\b|to (?:test|try|run|verify|use|see|check|apply|start|enable|reproduce)\\b|try\\b|please\\b|make sure\\b|note that you\\b|run \\S|open \\S+ (?:and|to)\\b|remember to\\b|i(?:['’]d| would)? (?:recommend|suggest|advise)|we recommend|consider\\b|你可以|您可以|建议|请|运行|试试|如果)`,
);

/** First that fits, in this order: question, offer, intent, hypothetical, filler; else fact. */
export function speechOf(sentence: Pick<Sentence, "text" | "bare">): Speech {
  const bare = sentence.bare.slice(0, 600);
  if (QUESTION.some((pattern) => pattern.test(bare))) return "question";
  if (OFFER.test(bare)) return "offer";
  if (INTENT.some((pattern) => pattern.test(bare))) return "intent";
  if (FILLER.test(bare.trim())) return "filler";
  if (HYPOTHETICAL.test(bare)) return "hypothetical";
  if (PRESENTATION.test(bare) || ADVICE.test(bare)) return "filler";
  return "fact";
}

/** "Good.", "好的。": nothing is asked or told. */
export const isFiller = (sentence: Pick<Sentence, "bare">): boolean => FILLER.test(sentence.bare.trim());
export const isHedged = (text: string): boolean => HYPOTHETICAL.test(text);
export const isOffer = (text: string): boolean => OFFER.test(text);
const isIntent = (text: string): boolean => INTENT.some((pattern) => pattern.test(text));

const PLAN_SECTION =
  /\b(?:plan|next steps?|to-?do|remaining|options?|alternatives?|how to|usage|suggestions?|recommend\w*|proposal|steps|verification|test plan|context|questions?)\b|计划|下一步|后续|待办|选项|方案|建议|步骤|验证|背景/iu;
const NEXT_SECTION =
  /\b(?:next steps?|to-?do|remaining|left to do|still (?:open|missing)|not (?:yet )?done(?: yet)?|outstanding|open (?:points|items|ends)|follow-?ups?)\b|下一步|后续(?:工作|步骤)?|待办|剩余|未完成|还没做/iu;

/** A list whose heading or leading line announces plans, choices or advice does not tell what happened. */
export const isPlanned = (sentence: Sentence): boolean =>
  PLAN_SECTION.test(sentence.section) ||
  (sentence.lead !== "" && (isOffer(sentence.lead) || isIntent(sentence.lead) || PLAN_SECTION.test(sentence.lead)));

/** What the closing words themselves call undone or waiting for the person. */
const OPEN_WORK =
  /\b(?:(?:has|have|was|were|is|are) (?:still )?not (?:yet )?(?:been )?(?:changed|touched|fixed|implemented|done|deployed|committed|pushed|tested|applied|migrated|merged)(?: yet)?|(?:has|have)n['’]t (?:yet )?(?:been )?(?:changed|touched|fixed|implemented|done|deployed|committed|pushed|tested|applied|migrated|merged)|(?:still|yet) (?:to be|needs? to be|has to be|have to be) \w+|(?:waiting for|awaiting|needs?|pending) your (?:confirmation|approval|go-ahead|decision|review)|remains? (?:to be \w+|open|undone))\b|还没有?(?:改动?|修改?|修复|动|实现|部署|提交|完成|处理|测试)|尚未(?:改动?|修改?|修复|实现|部署|提交|完成|处理|测试)|(?:需要|等|待)(?:你|您)?(?:来)?确认/iu;

/** A line that its own first words call undone, and what follows them. */
const OPEN_LABEL =
  /^(?:(?:what(?:['’]s| is) )?(?:not (?:yet )?done(?: yet)?|still (?:open|missing|left|outstanding|to (?:be )?do(?:ne)?)|left(?: to do)?|remaining(?: work)?|outstanding|to-?do|next(?: steps?| up)?|open(?: points?| items?| ends?| tasks?)?|follow-?ups?)|(?:还|尚)?未完成(?:的)?|还没(?:有)?做(?:的)?|待办(?:事项)?|剩余(?:工作|任务)?|剩下(?:的)?|下一步|还差|遗留(?:问题)?)\s?[:：]\s*\S/iu;
/** What nobody got to. */
const NOT_REACHED =
  /\b(?:did(?:n['’]t| not)|have(?:n['’]t| not)) (?:yet )?(?:got(?:ten)?|get) (?:a?round )?to\b|还没(?:来得及|顾上)/iu;

/** What the agent advises to do next, in its own words. */
const ADVISED =
  /^(?:(?:as a )?next(?: step)?,? )?(?:i(?:['’]d| would)? (?:suggest|recommend)|we recommend)\b|^(?:下一步)?(?:，)?(?:我)?建议(?!书|的)/iu;

export const isNextStep = (sentence: Sentence): boolean =>
  sentence.form === "prose"
    ? [OPEN_LABEL, OPEN_WORK, NOT_REACHED, ADVISED].some((pattern) => pattern.test(sentence.bare)) &&
      !QUESTION.some((pattern) => pattern.test(sentence.bare))
    : NEXT_SECTION.test(sentence.section) || NEXT_SECTION.test(sentence.lead);
