/** Runs one check; what it throws is a finding too. */
import type { CheckFinding } from "../contract/checks";
import type { Detail } from "./detail";

type Told = string | Detail;

export async function finding(
  code: CheckFinding["code"],
  name: string,
  fix: string,
  check: () => Told | Promise<Told>,
): Promise<CheckFinding> {
  try {
    const told = await check();
    return { code, name, state: "ok", ...(typeof told === "string" ? { detail: told } : told) };
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { code, name, state: "fail", detail, fix };
  }
}
