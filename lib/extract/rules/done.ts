/** Whether a sentence reports work that was done, whoever did it, and how a note says it. Pure. */

const LEAD = "(?:(?:i(?:['’]ve| have)?|we(?:['’]ve| have)?|successfully|also|now|just|then|and|finally|all)\\s+)*";
/** Said of work wherever they begin a sentence. */
const KNOWN = new RegExp(
  `^${LEAD}(?:added|fixed|implemented|updated|removed|renamed|refactored|created|moved|replaced|changed|extracted|introduced|converted|migrated|simplified|deleted|wrote|rewrote|bumped|upgraded|downgraded|merged|committed|pushed|released|deployed|configured|enabled|disabled|switched|split|cleaned up|set up|wired|documented|corrected|reverted|resolved|patched|installed|hardened|optimi[sz]ed|improved|registered|exposed|adjusted|restored|dropped|ported|published|tagged|reduced|increased|unified|consolidated|inlined|silenced|bundled)\\b`,
  "i",
);
/** Past tenses of looking, trying, thinking and saying, and words that only end like one. */
const NO_WORK =
  "(?:\\w*eed|\\w*bed|shed|embed|red|hundred|fail\\w*|tri\\w*|attempt\\w*|need\\w*|want\\w*|lack\\w*|miss\\w*|bas\\w*|relat\\w*|us|used|suppos\\w*|assum\\w*|expect\\w*|hop\\w*|notic\\w*|look\\w*|check\\w*|review\\w*|investigat\\w*|search\\w*|explor\\w*|analy[sz]\\w*|verif\\w*|confirm\\w*|inspect\\w*|examin\\w*|test\\w*|plann\\w*|propos\\w*|suggest\\w*|recommend\\w*|consider\\w*|decid\\w*|agre\\w*|discuss\\w*|learn\\w*|discover\\w*|identif\\w*|locat\\w*|ask\\w*|answer\\w*|call\\w*|nam\\w*|requir\\w*|compar\\w*|provid\\w*|given|happen\\w*|crash\\w*|turned|seem\\w*|appear\\w*|start\\w*|stopp\\w*|return\\w*|receiv\\w*|belong\\w*|contain\\w*|limit\\w*|intend\\w*|design\\w*|deriv\\w*|interest\\w*|finish\\w*|complet\\w*)";
const PAST = "(?:[a-z]{2,}ed|made|built|rebuilt|sped up|put|cut|took|gave|brought|taught|hid|got rid of)";
const OBJECT =
  "(?:`|the|an?|all|both|each|every|its?|this|that|these|those|our|your|my|their|two|three|four|five|\\d+|to|into|out|up|down|off)";
/** Any other verb, where what it was done to follows, or where somebody says that they did it. */
const WITH_OBJECT = new RegExp(`^${LEAD}(?!${NO_WORK}\\b)${PAST}\\s+${OBJECT}(?![\\w-])`, "i");
const BY_SPEAKER = new RegExp(
  `^i(?:['’]ve| have)? (?:(?:also|now|just|then|finally) )*(?!${NO_WORK}\\b)(?:[a-z]{2,}ed|made|built|rebuilt|sped up|written|rewritten|taken|given|brought|put|cut)\\b`,
  "i",
);
const EAST =
  /(?:已|已经)(?:成功|全部|经)?(?:(?:为|将|把|在|给|对|从|按)[^，。；]{1,24}?)?(?:完成|实现|修复|添加|新增|增加|更新|删除|移除|重构|重命名|创建|替换|修改|改为|改成|配置|启用|禁用|提交|推送|部署|升级|迁移|修正|解决|优化|调整|加入|写入|拆分)|^(?:成功)?(?:完成|实现|修复|添加|新增|增加|更新|删除|移除|重构|重命名|创建|替换|修改|优化|调整|升级|加入|拆分)了|(?:しました|되었습니다|했습니다|完了)[。.]?$/u;

export const isDone = (text: string): boolean =>
  KNOWN.test(text) || EAST.test(text) || WITH_OBJECT.test(text) || BY_SPEAKER.test(text);

const SPEAKER = /^(?:I(?:['’]ve| have)? (?:(?:also|now|just|then|finally) )*(?=\S)|我(?:们)?(?=已))/iu;

/** "I've moved the helpers" → "Moved the helpers": a note's reader does not ask who. Other sentences stay as they are. */
export function asNote(text: string): string {
  if (!isDone(text)) return text;
  const told = text.replace(SPEAKER, "");
  return told === text ? text : told.charAt(0).toUpperCase() + told.slice(1);
}
