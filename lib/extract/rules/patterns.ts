/** What people say when they settle something: the pattern table of decisions, rules, preferences, causes and facts about themselves. */
import { EAST_PATTERNS } from "./east-patterns";

export type StatementKind = "decision" | "constraint" | "preference" | "cause" | "profile" | "fact";
export interface Pattern {
  kind: StatementKind;
  /** `both`: also when the assistant reports it at the end of a turn. */
  who: "user" | "both";
  /** Said with always/never/must force: pinned when a person says it. */
  strong?: boolean;
  /** Holds for the person, not only for this project. */
  global?: boolean;
  /** Goes where what it takes back stands: the person's own or the project's. */
  follows?: boolean;
  pattern: RegExp;
  /** Looks at what was found: names of things count, vague words do not. */
  accepts?: (match: RegExpExecArray) => boolean;
}

const en = (body: string): RegExp => new RegExp(body, "i");
/** Where a new instruction may begin. */
const START =
  "(?:^|[,;:.–—-]\\s*|\\b(?:please|and|but|so|also|because|then|you (?:should|must|need to|have to)|we (?:should|must|need to)?)\\s+)";
const NOT_A_FACT =
  "(?<!\\b(?:before|once|until|when|if|after|unless|whether|how|why|what|should|did|do|can|could|have not|not|never) )";
const ANAPHORA =
  "(?!(?:that|this|it|them|these|those|your|you|whatever|what|both|neither|(?:option|approach|plan|variant|solution|idea|proposal|suggestion|version|method) (?:\\w{1,3}\\b)|the (?:first|second|third|last|latter|former|other|next|same|rest)|number|\\d|a different|another|plan [a-c1-9])\\b)";
/** Verbs that describe what is observed, not what shall be done. */
const OBSERVED =
  "(?:fails?|failed|breaks?|crash\\w*|errors?|hangs?|times?|returns?|throws?|flakes?|gets?|ends?|seems?|appears?|looks?|leaks?|loses?|falls?|happens?|works?|shows?|been|was|were|is|are|has|have|had|mind|again|ever|forgets?|thought|knew|saw|seen|wanted|the|a|an|null|true|false|empty)";
const ONCE =
  "(?:worry|bother|know|think|forget|mind|care|understand|see|get|hesitate|be|have|want|need|you|we|i|they|like|do|believe|remember|panic|guess|wait|start|continue|ask|tell|say|give up|go|rush|move on|switch|migrate|change over|stop|proceed|explain|show)";

const EN: Pattern[] = [
  {
    kind: "decision",
    who: "both",
    pattern: en(
      `${NOT_A_FACT}\\b(?:we|i|the team)(?:['’]ve| have)?(?: now| all| finally| just| already| both)*(?: are| will|['’]ll|['’]re)? ?(?:settled?|settling|decided|agreed|opted|chose|picked)(?: not)? (?:(?:on|to|for|that|upon|against|with) ${ANAPHORA}|(?!(?:on|to|for|that|upon|against|with) )${ANAPHORA}\\S)`,
    ),
  },
  {
    kind: "decision",
    who: "both",
    pattern: en(`${NOT_A_FACT}\\bwe(?:['’]re| are)? go(?:ing)? with ${ANAPHORA}\\S`),
  },
  { kind: "decision", who: "user", pattern: en(`${NOT_A_FACT}\\bwe decide (?:on|to|for|that|against|not) `) },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `\\blet(?:['’]s| us) (?:not )?(?:go (?:ahead )?with|use|stick (?:with|to)|switch(?: over)? to|adopt|settle on|move to|standardi[sz]e on|keep using|avoid using|avoid|drop) ${ANAPHORA}(?!(?:the|a|an|some) (?![^.]{1,80} (?:for|as|instead|rather|because|everywhere|in all)\\b))\\S`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${NOT_A_FACT}\\b(?:we|you)(?:['’]ll| will|['’]re going to| are going to) (?:not )?(?:(?:use|go with|stick (?:with|to)|adopt|switch to|standardi[sz]e on|keep using) |do (?!(?:the|an?|some|all|more|another|so|as|everything|nothing|something|better|our|my)\\b))${ANAPHORA}\\S`,
    ),
  },
  { kind: "decision", who: "both", pattern: en("^(?:the )?(?:final |our )?decision\\s*(?:is|was|:|：|-) ?") },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${START}(?:use|choose|pick|go with) ${ANAPHORA}(?!an? [^,;.]{1,80}\\bhere\\b)[^,;.]{1,80}?(?:,? not | instead of | rather than |,? and not )`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `\\bwe (?:no longer|do not|don['’]t|now|only) (?:use|commit|merge|push|deploy|ship|support|write|run|mock|store|keep|put|allow|accept|add|import|publish|release|squash|rebase|test) `,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      "\\bwe use (?!(?:the|a|an|this|that|it|these|those|some)\\b)[\\w.@/+#-]+(?: [\\w.-]+){0,2} (?:for|as|here|everywhere|instead of|in (?:this|all|every))\\b",
    ),
  },
  // What is told against its alternative was chosen: "we store carts in Postgres, not Redis".
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${NOT_A_FACT}\\bwe (?:now |only |all )?(?:store|keep|put|save|write|run|host|deploy|build|test|cache|serve|log|send|publish|format|lint|sign|ship|track|queue|use) ${ANAPHORA}[^,;.]{2,80}?(?:,? (?:and )?not (?:(?:in|on|to|with|by|as|from|through) )?(?!(?:just|only|yet|all|always|sure|even|the same)\\b)| instead of | rather than )[\\w@/+#-]`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^(?!(?:it|this|that|they|these|those|there|here|if|when|while|why|what|how)\\b)[^,;.?]{2,60}? (?:is|are) (?:stored|kept|saved|written|run|hosted|deployed|built|tested|cached|served|logged|sent|published|formatted|queued) (?:in|on|to|with|by|as|from|through) [^,;.]{2,60}?(?:, (?:and )?not (?:(?:in|on|to|with|by|as|from|through) )?(?!(?:just|only|yet|all|always|even)\\b)| instead of | rather than )[\\w@/+#-]`,
    ),
  },
  {
    kind: "constraint",
    who: "user",
    strong: true,
    pattern: en(`${START}(?:always|never)(?: ever)? (?!${OBSERVED}\\b)[a-z]+`),
  },
  {
    kind: "constraint",
    who: "user",
    strong: true,
    pattern: en(
      `(?<!\\b(?:it|that|this|which|he|she|i|they|and|almost|not|as|has|have|had) )\\b(?:we|[a-z-]{3,}s|you) (?:should |must |can )?(?:always|never) (?!${OBSERVED}\\b)(?![a-z]+ed\\b)[a-z]+`,
    ),
  },
  {
    kind: "constraint",
    who: "user",
    strong: true,
    pattern: en(
      "\\b(?:from now on|going forward|from here on(?: out)?|as a (?:hard )?rule|under no circumstances|no exceptions|without exception)\\b",
    ),
  },
  {
    kind: "constraint",
    who: "user",
    strong: true,
    pattern: en("\\bin (?:the )?future,? (?:please |always |never |do not |don['’]t |use |we |commits? )"),
  },
  {
    kind: "constraint",
    who: "user",
    strong: true,
    pattern: en(
      `(?<!\\b(?:because|if|since|so|why) )\\b(?:we|you|(?:all|every|each|no) [^,;.]{1,60}?) must(?: not|n['’]t| always| never)? (?!be (?:joking|kidding|mistaken|wrong)\\b|have\\b|admit|say)[a-z]+|\\b(?:i want you|make sure|be sure|remember|please)(?: that)?(?: to| you| we)? (?:always|never) (?!${OBSERVED}\\b)[a-z]+`,
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      "(?<!\\b(?:there|it|that|this|he|she|they|i|which|if you|if we|a|because|since|so|why|what) )(?<!because [^,.;]{0,60})\\bmust(?: not|n['’]t)? (?!have been|have (?:a |been|gone|forgot|missed|broken|changed)|admit|say|confess|be (?:a (?:bug|problem|mistake|typo|race|way|reason|better)|an? (?:issue|error)|something|some|because|due|wrong|broken|failing|missing|stale|joking|kidding|mistaken|[a-z]+ing\\b))[a-z]+",
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      `${START}(?:do not|don['’]t|dont|do NOT) (?:ever )?(?!${ONCE}\\b)[a-z]+ (?!(?:it|this|that|them|anything|everything|any of|yet|so)\\b)\\S`,
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      `${START}(?:avoid|stop|no more) (?:using|adding|writing|putting|committing|creating|mocking|importing|hard-?coding) (?!(?:it|this|that|them)\\b)\\S`,
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      "\\b(?:is|are) (?:strictly |absolutely )?(?:forbidden|prohibited|not allowed|banned|mandatory|off[- ]limits|disallowed)\\b",
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      "\\b(?:all|every|each|any|no) (?!of (?:this|that|it|these|those)\\b|idea|chance|reason|way\\b)[^,;]{1,60}? (?:should|has to|have to|needs? to|shall|ought to|may) (?:be|have|use|go|live|start|end|come|pass|carry|include|contain|follow|link|not|never|only|always|return|stay|keep)\\b",
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en(
      "^(?:the |our |project |house )?(?:rule|convention|policy|guideline|constraint|requirement)s?(?: here)?(?: is| are)?\\s*(?::|：|that\\b)",
    ),
  },
  {
    kind: "constraint",
    who: "user",
    pattern: en("^(?:please )?only (?:ever )?(?:use|commit|merge|push|deploy|add|write|import|mock|support) "),
  },
  {
    kind: "fact",
    who: "user",
    pattern: en(
      "^(?:please )?(?:remember|keep in mind|note for later|for (?:future|your) reference|fyi)\\b\\s*(?::|,|that\\b)(?=\\s*[\\w\u00a4])",
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en(
      `\\bI(?:['’]d| would)?(?: really| always| generally| usually| strongly| personally| much| also| still)* prefer ${ANAPHORA}(?!to (?:do|see|wait|stop|start)\\b)(?!not to (?:do|see)\\b)(?!you\\b|if\\b)\\S`,
    ),
  },
  {
    kind: "preference",
    who: "user",
    pattern: en(
      `\\bwe(?:['’]d| would)?(?: really| always| generally| usually| strongly| much| also| still)* prefer ${ANAPHORA}\\S`,
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en(
      `\\bI(?: really| generally| usually| personally)* (?:like|love|hate|dislike|do not like|don['’]t like|can['’]t stand) ${ANAPHORA}(?!the |how\\b|to (?:see|know|think)\\b|when\\b|where\\b|an? (?:idea|bit|lot)\\b)\\S`,
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en(
      "\\bmy (?:personal |general |strong )?(?:preference|preferred|favou?rite|default) [a-z ]{0,30}(?:is|are|:)",
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en("\\bI always (?:use|write|want|work|run|commit|squash|rebase|name|put|keep|start|test|indent) "),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en(
      "^(?:please )?(?:answer|respond|reply|speak|talk)(?: to me)?(?: only)? in (?:[A-Z]?[a-z]+ )?(?:english|chinese|mandarin|japanese|korean|german|french|spanish|portuguese|russian|italian)\\b",
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en(
      "^(?:please )?(?:keep|make) (?:all )?(?:your |the )?(?:answers?|responses?|replies|explanations?|summaries)(?: to me)? (?:short|brief|concise|terse|simple|to the point)\\b",
    ),
  },
  {
    kind: "preference",
    who: "user",
    pattern: en("^(?:please )?prefer \\S+ (?:\\S+ ){0,8}?(?:over|to|instead of|rather than|when|for|in)\\b"),
  },
  {
    kind: "profile",
    who: "user",
    global: true,
    pattern: en(
      "\\bI(?:['’]m| am) an? (?:[\\w-]+ ){0,4}?(?:developer|engineer|designer|student|manager|scientist|analyst|researcher|architect|founder|consultant|teacher|beginner|writer|administrator|maintainer|programmer)\\b",
    ),
  },
  {
    kind: "profile",
    who: "user",
    global: true,
    pattern: en(
      "\\bI(?:['’]m| am) (?:new to|based in|colou?r ?-?blind|dyslexic|left-handed|not a native|a native)\\b|\\bI work (?:at|for|as|from) (?!this|that|it|now|scratch)\\S|\\bmy (?:name|time ?zone|native language|first language|editor|job|role|operating system|github (?:user(?:name)?|handle)) is\\b|\\bcall me (?!when|if|back|once|after|later|crazy|at|on|in|an?\\b|for|out|to)[a-z]+[.!]?$",
    ),
  },
  {
    kind: "preference",
    who: "user",
    global: true,
    pattern: en("\\b(?:in|across|for) all (?:of )?my (?:projects|repos|repositories|code)\\b"),
  },
  {
    kind: "cause",
    who: "both",
    pattern: en("\\broot cause(?: of [^,;:.]{1,80})?(?: here)?\\s*(?:was|is|:|：|turned out|—|–|-)"),
  },
  {
    kind: "cause",
    who: "both",
    pattern: en(
      "\\b(?:the|its) (?:real |actual |underlying |true )?(?:cause|culprit|problem|bug|issue|reason|failure|crash|regression|leak)(?: here| (?:of|behind|with) [^,;:.]{1,60})? (?:was|turned out to be)(?: that| not)? (?!(?:fixed|solved|resolved|reported|introduced|found|gone|already|never|still|closed|caused)\\b)",
    ),
  },
  { kind: "cause", who: "both", pattern: en("\\b(?:was|were|been) caused by\\b") },
  { kind: "cause", who: "both", pattern: en("\\b(?:it turned out|it turns out|turned out) (?:that|to be)\\b") },
  {
    kind: "cause",
    who: "both",
    pattern: en("\\b(?:failed|broke|crashed|hung|leaked|happened|stopped working) because\\b"),
  },
];

export const PATTERNS: readonly Pattern[] = [...EN, ...EAST_PATTERNS];
