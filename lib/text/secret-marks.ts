/** What stands in the place of a secret. Rules never match a mark, so that a second pass changes nothing (E77). */

export const mark = (kind: string): string => `[redacted:${kind}]`;

/** Ours, and the marks that texts from other products bring along. */
const MARK_AHEAD = /\[(?:redacted:|已脱敏)/iy;

export function isMarkAt(text: string, at: number): boolean {
  MARK_AHEAD.lastIndex = at;
  return MARK_AHEAD.test(text);
}

const MARKS = /[^\S\r\n]?\[(?:redacted:|已脱敏[:：])[^\]\r\n]{1,60}\]/giu;

/** For titles: that a secret stood there says nothing of what a text is about. */
export const withoutMarks = (text: string): string => text.replace(MARKS, "");

/** Clauses, each with the sign that ends it. */
const CLAUSES = /(?<=[.!?;,]\s|[。！？；，\n])/u;
/** What told a secret says nothing without it: "my key is", "the password:", 密码是. */
const STUMP =
  /(?:\b(?:is|are|was|be|being|equals|called|named|reads|to|with|of|as|this|here)|[=:：是为叫]|[=-]>)[\s"'`.,;!。，；！]*$/iu;

/** {@link withoutMarks} without what is left of a clause that only told the secret. */
export const withoutStumps = (text: string): string =>
  !text.includes("[")
    ? text
    : text
        .split(CLAUSES)
        .map((clause) => {
          const bare = withoutMarks(clause);
          return bare !== clause && STUMP.test(bare) ? (/[^\S\r\n]*\n$/.exec(clause)?.[0] ?? "") : bare;
        })
        .join("")
        .replace(/[,，]\s*$/u, "");

/** One family of secrets. */
export interface SecretRule {
  kind: string;
  /** Lower-case pieces of which one must occur for the rule to be worth running. */
  needles: readonly string[];
  /** Global; bounded, or made of runs that cannot overlap, so that it is linear on any text. */
  pattern: RegExp;
  /** Puts the mark in; returns the match itself to leave it alone. Default: the whole match is the secret. */
  replace?(match: string, ...groups: (string | undefined)[]): string;
}

/** `https://…` → labels and user names stay, the captured first group is kept, the rest is the secret. */
export const keepFirst =
  (kind: string) =>
  (_match: string, kept?: string): string =>
    `${kept ?? ""}${mark(kind)}`;

/** References to a secret kept elsewhere, and stand-ins of documentation: not secrets, and useful to read. */
const REFERENCE = new RegExp(
  [
    String.raw`\[(?:redacted:|已脱敏)`,
    // Variables of shells, templates and workflows; `$ecret9` is a password.
    String.raw`\$[{(]|\$[A-Z_][A-Z0-9_]*$|\$env:|%[A-Za-z_]\w*%$|\{\{|#\{`,
    String.raw`\$(?:this->)?\w*(?:[Pp]ass|[Tt]oken|[Ss]ecret|[Kk]ey|[Pp]wd|[Aa]uth)[A-Za-z_]*$`,
    String.raw`process\.env|os\.(?:environ|getenv)|env[.:[(]|secrets\.[A-Z_]|import\.meta|vault:|op:\/\/`,
    String.raw`<[^<>]*>$|\*{3,}$|[xX]{3,}$|\.{3}$|…$`,
    String.raw`(?:[Yy]our|YOUR|[Mm]y|MY|[Ii]nsert|[Rr]eplace|[Ee]nter|[Pp]ut)[-_ ][^0-9]*$`,
  ]
    .map((form) => `^(?:${form})`)
    .join("|"),
);

export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}
