/** E82: what holds only for the moment is no memory, unless another clause says something that lasts. Pure, linear. */

const EPHEMERAL = new RegExp(
  [
    // Waiting.
    String.raw`\b(?:waiting|wait|await(?:ing)?|pending)(?: (?:for|on))?(?: the)? (?:users?|your|confirmation|approval|feedback|reply|replies|review|answer|decision|next (?:step|instruction))\b`,
    String.raw`(?:等待|等候|等)(?:用户|客户|你|您|我|确认|反馈|审批|审核|回复|答复|下一步|指示)|待(?:用户|你|您)?(?:确认|反馈|审批|回复)`,
    // Temporary and one-off.
    String.raw`\btemporar(?:y|ily)\b(?! (?:files?|folders?|director|tables?|tokens?|credentials?|variables?))|\b(?:for now|for the moment|at the moment|one-?off|one-?time (?:fix|change|workaround|thing|job|task|run)|just (?:this )?once|this time|this once)\b`,
    String.raw`临时(?!文件|目录|文件夹|表|变量|凭证|凭据|令牌)|暂时|暂且|一次性(?!密码|口令|令牌|初始化)|本次|这次|此次|这一次|目前先|先这样`,
    // What came out of one run.
    String.raw`\b\d{1,7} tests? (?:have |has |are |now |all )?(?:pass(?:ed|es|ing)?|green|succeeded)\b|\b\d{1,7} passed\b|\ball tests (?:have |are |now )?(?:passed|passing|green|succeeded)\b|\b(?:build|deployment|deploy|release|rollout)(?: to \w{1,20})? (?:is |was |has |has been )?(?:now )?(?:finished|completed?|succeeded|successful)\b(?! (?:events?|hooks?|states?|status|callbacks?)\b)`,
    String.raw`\d{1,7} ?(?:个|项|条)(?:单元)?(?:测试|用例)[^，。；]{0,4}通过|(?:测试|用例)(?:全部|都|均|已经?)通过|(?:测试|用例)通过了? ?\d{1,7}|(?:部署|发布|上线|构建|回滚)(?:已经|已|全部)?(?:完成|成功|结束|完毕)(?!之?[后前时]|以[后前]|事件|的话)`,
    // A commit by its id.
    String.raw`(?:\bcommit(?:ted)?(?: as)?|\bHEAD(?: is(?: now)?(?: at)?| at| ?是| ?为)?|提交(?:号|记录)?(?:为|是)?)[ :：]{0,2}\b[0-9a-f]{7,40}\b|^[ \t"'\x60]*(?=[0-9a-f]*[0-9])[0-9a-f]{7,40}[ \t"'\x60]*$`,
  ].join("|"),
  "iu",
);

/** What makes a clause hold from now on. A mere label such as "long-term rule" does not. */
const ONGOING =
  /\b(?:must(?: not)?|never|always|forbidden|not allowed|required to|from now on|in future|going forward|because|since|so that|to avoid|to prevent|in order to)\b|必须|务必|禁止|不得|不允许|严禁|今后|以后|后续|从现在起|从今以后|始终|一律|因为|由于|以免|避免|防止|以便|为了/giu;

/** Letters that a clause must have beside its signal. */
const MIN_SUBSTANCE = 6;

const CLAUSE_END =
  /[，,；;。！!？?：:\n]|\.(?=\s|$)|\s[-–—]+\s|(?=\b(?:but|because|so that|to avoid|to prevent)\b)|(?=但是?|因为|以免|避免|防止)/iu;

/** True for a value that tells of the moment only. */
export function isEphemeral(value: string): boolean {
  const clauses = value.split(CLAUSE_END).filter((clause) => clause.trim() !== "");
  const isPassing = clauses.map((clause) => EPHEMERAL.test(clause));
  if (!isPassing.includes(true)) return false;
  return !clauses.some((clause, index) => isPassing[index] === false && lasts(clause));
}

function lasts(clause: string): boolean {
  const rest = clause.replace(ONGOING, "");
  return rest !== clause && rest.replace(/[^\p{L}\p{N}]/gu, "").length >= MIN_SUBSTANCE;
}
