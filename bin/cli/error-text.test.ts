import { expect, it } from "vitest";
import { AppError } from "../../lib/contract/errors";
import { readEnv } from "../../lib/env";
import { errorLines } from "./error-text";
import { typed } from "./typed";

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

it("names no address of the API to a person at a terminal", () => {
  const told = (hint: string) => errorLines(new AppError("not_found", "It is gone.", { hint }))[1];
  expect(told("GET /api/projects lists them. (request 7)")).toBe("The console's page Projects lists them. (request 7)");
  expect(told("GET /api/session-views lists the sessions; pause the project instead.")).toBe(
    "The console's page Timeline lists the sessions; pause the project instead.",
  );
  expect(told("GET /api/session-views and GET /api/projects list them.")).toBe(
    "The console's pages Timeline and Projects list them.",
  );
  expect(told("GET /api/review and `keepsake review` list them.")).toBe(`\`${typed("review")}\` lists them.`);
  expect(told("`keepsake backup --list` and GET /api/backups list them.")).toBe(
    `\`${typed("backup --list")}\` lists them.`,
  );
  expect(told("GET /api/memories/7/history lists them.")).toBe("The console's page Memories lists them.");
  expect(told("Correct it, or by POST /api/settings.")).toBe("Correct it, or by the console's page Settings.");
});

it("tells a failure with its hint, and any other error by its message", () => {
  expect(errorLines(new AppError("not_found", "It is gone.", { hint: "Look elsewhere." }))).toEqual([
    "It is gone.",
    "Look elsewhere.",
  ]);
  expect(errorLines(new Error("broken"))).toEqual(["broken"]);
});
