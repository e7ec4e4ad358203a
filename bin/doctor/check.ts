/** What a check of `keepsake doctor` answers: how it is, and how to mend it. */
export interface Finding {
  name: string;
  state: "ok" | "warn" | "fail";
  detail: string;
  fix?: string;
}

/** Runs one check; what it throws is a finding too. */
export async function finding(name: string, fix: string, check: () => string | Promise<string>): Promise<Finding> {
  try {
    return { name, state: "ok", detail: await check() };
  } catch (error) {
    return {
      name,
      state: "fail",
      detail: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
      fix,
    };
  }
}
