/** Categories and priorities of what is recalled, as codewatch names them, and what a prompt says of them (C45, §0). Pure. */
import { Category, Priority } from "../contract/evidence";
import type { MemoryRow, ObservationRow } from "../inject/repo";

/** From what importance on a memory is of high or medium priority; a pinned one always is high. */
export const HIGH_IMPORTANCE = 8;
export const MEDIUM_IMPORTANCE = 5;

const OF_ATTRIBUTE: Readonly<Record<string, Category>> = {
  decision: "architecture",
  preference: "user_preference",
  user_profile: "user_preference",
  constraint: "convention",
};

/** Attributes of memories that are of a category; none for those that only observations have. */
export const attributesOf = (category: Category): string[] =>
  Object.keys(OF_ATTRIBUTE).filter((attribute) => OF_ATTRIBUTE[attribute] === category);

export const categoryOfMemory = ({ attribute }: Pick<MemoryRow, "attribute">): Category =>
  (Object.hasOwn(OF_ATTRIBUTE, attribute) ? OF_ATTRIBUTE[attribute] : undefined) ?? "learning";

export function priorityOfMemory({ tier, importance }: Pick<MemoryRow, "tier" | "importance">): Priority {
  if (tier === "pinned" || importance >= HIGH_IMPORTANCE) return "high";
  return importance >= MEDIUM_IMPORTANCE ? "medium" : "low";
}

export const categoryOfObservation = (row: Pick<ObservationRow, "category">): Category =>
  Category.catch("learning").parse(row.category);

export const priorityOfObservation = (row: Pick<ObservationRow, "priority">): Priority =>
  Priority.catch("low").parse(row.priority);

/** Words of a prompt that ask for a category: whole words of languages with spaces, any piece of Chinese, Japanese and Korean. */
const HINTS: readonly { category: Category; words: RegExp; pieces: RegExp }[] = [
  {
    category: "bugfix",
    words:
      /\b(?:bugs?|fix(?:es|ed|ing)?|errors?|crash(?:es|ed|ing)?|broken|fail(?:s|ed|ing|ures?)?|exceptions?|regressions?)\b/,
    pieces:
      /修复|修好|报错|错误|崩溃|失败|异常|故障|缺陷|修正|不具合|バグ|エラー|例外|失敗|버그|오류|에러|수정|실패|예외|고장/,
  },
  {
    category: "architecture",
    words:
      /\b(?:architect\w{0,8}|design\w{0,4}|decid(?:e|ed|es)|decisions?|patterns?|structure|approach|trade-?offs?)\b/,
    pieces: /架构|设计|决定|决策|选型|方案|模式|設計|方針|決定|アーキテクチャ|パターン|설계|아키텍처|구조|결정|패턴/,
  },
  {
    category: "convention",
    words: /\b(?:conventions?|naming|style|formatting|lint\w{0,4}|standards?|guidelines?|rules?)\b/,
    pieces: /规范|约定|命名|风格|格式|惯例|规则|規約|慣習|スタイル|ルール|규칙|컨벤션|명명|스타일|형식/,
  },
  {
    category: "dependency",
    words:
      /\b(?:dependenc(?:y|ies)|install\w{0,6}|packages?|versions?|upgrad(?:e|es|ed|ing)|librar(?:y|ies)|npm|pnpm|yarn|pip|cargo)\b/,
    pieces:
      /依赖|安装|版本|升级|软件包|第三方库|依存|インストール|バージョン|パッケージ|ライブラリ|의존성|설치|버전|패키지|라이브러리/,
  },
  {
    category: "user_preference",
    words: /\b(?:prefer(?:s|red|ences?)?|always|never|favou?rite|habits?)\b/,
    pieces: /偏好|喜欢|习惯|总是|永远|从不|一律|好み|常に|必ず|決して|선호|항상|절대|습관/,
  },
  {
    category: "file_pattern",
    words: /\b(?:files?|director(?:y|ies)|folders?|paths?|located|layout)\b/,
    pieces: /文件|目录|路径|文件夹|ファイル|ディレクトリ|フォルダ|パス|파일|디렉터리|디렉토리|폴더|경로/,
  },
];

/** Who waves a thing away does not ask for it. */
const WAVED_AWAY =
  /^\W{0,20}(?:not now|forget (?:it|that)|leave (?:it|that)|skip (?:it|that))\b|\bnever ?mind\b|算了|先不管|别管/;

/** C45: the categories that a prompt's words point to, in the order of the contract's list. */
export function categoriesIn(prompt: string): Category[] {
  const text = prompt.normalize("NFKC").toLowerCase();
  if (WAVED_AWAY.test(text)) return [];
  return HINTS.filter(({ words, pieces }) => words.test(text) || pieces.test(text)).map(({ category }) => category);
}
