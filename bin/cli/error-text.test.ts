import { expect, it } from "vitest";
import { AppError } from "../../lib/contract/errors";
import { readEnv } from "../../lib/env";
import { errorLines } from "./error-text";

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
};

it("E136: a variable that cannot be used is named in a sentence, with what to do, and its value is not shown", () => {
  const env = { KEEPSAKE_HOME: "/tmp/x", KEEPSAKE_INJECT_MAX_CHARS: "many" } as unknown as NodeJS.ProcessEnv;
  const lines = errorLines(thrownBy(() => readEnv(env)));
  expect(lines).toEqual([expect.stringMatching(/^KEEPSAKE_INJECT_MAX_CHARS: .+\.$/), expect.stringMatching(/unset/)]);
  expect(lines.join("\n")).not.toMatch(/[{}[\]]|many/);
});

it("tells a failure with its hint, and any other error by its message", () => {
  expect(errorLines(new AppError("not_found", "It is gone.", { hint: "Look elsewhere." }))).toEqual([
    "It is gone.",
    "Look elsewhere.",
  ]);
  expect(errorLines(new Error("broken"))).toEqual(["broken"]);
});
