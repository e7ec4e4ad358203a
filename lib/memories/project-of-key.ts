/** Which project a key names by its first segment (contract §0 on E29–E38). Pure. */

/** First segments that name no project. */
const NO_PROJECT = new Set(
  "all any common default general global me personal preference preferences project user users 全局 通用 公共 默认 用户 个人 偏好 项目".split(
    " ",
  ),
);
const MAX_CHARS = 200;

/** The usual `project:domain:type:topic`. */
export const KEY_SEGMENTS = 4;

export const segmentsOf = (key: string): string[] => key.split(":").map((segment) => segment.trim());

/** The name, or null where the key has one segment or begins with a word for everything. `project:` before a log's key is a mere head (E29). */
export function projectNameOf(key: string): string | null {
  const [head = "", next = "", ...rest] = segmentsOf(key);
  const isHead = head.toLowerCase() === "project" && rest.length + 2 > KEY_SEGMENTS;
  const name = isHead ? next : head;
  if (name === "" || next === "" || NO_PROJECT.has(name.normalize("NFKC").toLowerCase())) return null;
  return name.slice(0, MAX_CHARS);
}
