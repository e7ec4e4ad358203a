/** Runs one check; what it throws is a finding too. */
import type { CheckFinding } from "../contract/checks";

export async function finding(
  code: CheckFinding["code"],
  name: string,
  fix: string,
  check: () => string | Promise<string>,
): Promise<CheckFinding> {
  try {
    return { code, name, state: "ok", detail: await check() };
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { code, name, state: "fail", detail, fix };
  }
}
