/** The examples of the clients' pages compile, and each export of the agent SDK is in one (V27). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as agentSdk from "./agent";

const ROOT = process.cwd();
const PAGES = ["worker-client", "agent-sdk"] as const;

/** The examples of a page are one program, read from top to bottom. */
const examplesOf = (page: string): string =>
  [...readFileSync(join(ROOT, "docs", `${page}.md`), "utf8").matchAll(/^```ts\n([^]*?)^```$/gm)]
    .map(([, code = ""]) => code)
    .join("\n");

function problemsIn(code: string): string[] {
  const name = join(ROOT, "lib", "sdk", "example.ts");
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    paths: {
      "keepsake/worker-client": [join(ROOT, "lib", "sdk", "worker-client.ts")],
      "keepsake/agent-sdk": [join(ROOT, "lib", "sdk", "agent.ts")],
    },
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => file === name || fileExists(file);
  host.readFile = (file) => (file === name ? code : readFile(file));
  host.getSourceFile = (file, language, ...rest) =>
    file === name ? ts.createSourceFile(file, code, language, true) : getSourceFile(file, language, ...rest);
  const program = ts.createProgram([name], options, host);
  const source = program.getSourceFile(name);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) =>
      `${ts.flattenDiagnosticMessageText(messageText, "\n")} at: ${code.slice(start, start + 60)}`,
  );
}

describe("the clients' pages", () => {
  it.each(PAGES)("docs/%s.md: the examples compile", (page) => {
    const code = examplesOf(page);
    expect(code.length).toBeGreaterThan(500);
    expect(problemsIn(code)).toEqual([]);
  });

  it("an example that is wrong is found", () => {
    const problems = problemsIn('import { createClient } from "keepsake/agent-sdk";\ncreateClient({ token: "" });');
    expect(problems).toEqual([expect.stringContaining("apiBase")]);
  });

  it("V27: each export of the agent SDK stands in an example", () => {
    const code = examplesOf("agent-sdk");
    const missing = Object.keys(agentSdk).filter((name) => !new RegExp(`\\b${name}\\b[^]*\\b${name}\\b`).test(code));
    expect(missing).toEqual([]);
  });
});
