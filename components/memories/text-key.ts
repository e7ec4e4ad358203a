/** How the address names the texts of a memory that are compared: `12` or `12.45..13`. Pure. */
import type { MemoryText } from "@/lib/contract/memory-page";

type Named = Pick<MemoryText, "version" | "operation_id">;

/** By version, and by the operation that wrote it where one is on record. */
export const textKey = ({ version, operation_id: operation }: Named): string =>
  operation === null ? String(version) : `${version}.${operation}`;

export const compareParam = (from: string, to: string): string => `${from}..${to}`;

/** The two texts that the parameter names; null when one of them is not there. */
export function comparedTexts<T extends Named>(texts: T[], param: string | undefined): [T, T] | null {
  const [from, to] = param?.split("..") ?? [];
  const before = texts.find((text) => textKey(text) === from);
  const after = texts.find((text) => textKey(text) === to);
  return before === undefined || after === undefined || before === after ? null : [before, after];
}
