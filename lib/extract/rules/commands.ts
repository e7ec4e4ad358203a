/** Shell commands: what kind of check they are, whether they passed, and how to show them. */
import { clip } from "./script";

export type CheckKind = "test" | "typecheck" | "build" | "lint";
export interface Command {
  /** Shown: without `cd`, redirections and pagers. */
  shown: string;
  check: CheckKind | null;
  failed: boolean;
  /** First line of the commit message when this made a commit. */
  commit: string | null;
  pushed: boolean;
  installed: boolean;
}

const RUNNER =
  "(?:(?:npx|bunx|pnpx|uvx|(?:pnpm|yarn|npm|bun)(?: run| exec| dlx)?|poetry run|uv run|pipenv run|bundle exec|python3? -m|node)\\s+(?:--?[\\w-]+\\s+)*)?";
const at = (body: string): RegExp => new RegExp(`^${RUNNER}(?:${body})(?![\\w-])`, "i");
const CHECKS: [CheckKind, RegExp][] = [
  [
    "typecheck",
    at("tsc|vue-tsc|mypy|pyright|type-?check|typecheck|check-types|check:types|cargo check|go vet|flow check"),
  ],
  [
    "lint",
    at(
      "eslint|ruff(?: check)?|flake8|biome|clippy|cargo clippy|golangci-lint|prettier (?:--check|-c)|pylint|rubocop|stylelint|lint\\S*|oxlint",
    ),
  ],
  [
    "build",
    at(
      "build\\S*|next build|vite build|cargo build|go build|make build|make|gradle build|\\.\\/gradlew build|mvn (?:package|install|compile)|webpack|docker build|tsup|rollup|esbuild|dotnet build|swift build",
    ),
  ],
  [
    "test",
    at(
      "test\\S*|t|vitest|jest|mocha|ava|pytest|unittest|phpunit|rspec|cargo test|cargo nextest|go test|make (?:test|check)\\S*|gradle test|\\.\\/gradlew test|mvn test|ctest|dotnet test|tox|playwright test|cypress run|deno test|swift test|nox",
    ),
  ],
];
const FAILED =
  /(?:^|\n)\s*[Ee]xit (?:[Cc]ode|status)[: ]+[1-9]|\berror TS\d+|(?<![\d.])[1-9]\d* (?:tests? |specs? |suites? |checks? )?(?:failed|failing|failures?|errors?)\b|(?:^|\n)\s*(?:FAIL|FAILED|ERROR)\b|npm ERR!|Traceback \(most recent call last\)|✖ [1-9]\d* problems?|BUILD FAILED|(?:^|\n)panic: |command not found|error\[E\d+\]|could not compile|AssertionError/;

const segmentsOf = (command: string): string[] =>
  command
    .split(/&&|\|\||[;\n|]/)
    .map((part) => part.trim().replace(/^(?:(?:sudo|time|env|exec|command)\s+|[A-Z_][A-Z0-9_]*=\S*\s+)+/, ""))
    .filter(
      (part) => part !== "" && !/^(?:cd|pushd|popd|export|source|set|echo|sleep|head|tail|cat|true)\b/.test(part),
    );

function commitMessage(command: string): string | null {
  if (!/\bgit\b[^|;&\n]{0,60}\bcommit\b/.test(command)) return null;
  const heredoc = /<<-?\s*['"]?(\w+)['"]?\s*\n\s*([^\n]{3,200})/.exec(command)?.[2];
  const inline = /\s(?:-[a-z]*m|--message)[= ]\s*(?:"([^"$\n]{3,200})|'([^'\n]{3,200}))/.exec(command);
  const message = heredoc ?? inline?.[1] ?? inline?.[2];
  return message === undefined ? null : clip(message.trim(), 160);
}

/** Reads at most 4,000 characters of the command and 8,000 of its output. */
export function readCommand(source: string, output: string, isError: boolean | null): Command {
  const command = source.slice(0, 4000);
  const segments = segmentsOf(command);
  let check: CheckKind | null = null;
  let main = segments[0] ?? "";
  for (const segment of segments) {
    const found = CHECKS.find(([, pattern]) => pattern.test(segment));
    if (found === undefined) continue;
    check = found[0];
    main = segment;
    break;
  }
  const seen = output.length > 8000 ? `${output.slice(0, 3000)}\n${output.slice(-5000)}` : output;
  // Neither a word of output nor a flag: it was run, and nobody says how it ended.
  const isUnknown = isError === null && seen.trim() === "";
  if (isUnknown) check = null;
  const failed = isError === true || (check !== null && FAILED.test(seen));
  const shown = clip(
    main
      .replace(/\s*\d?>(?:&\d|\s*\S+)/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    120,
  );
  return {
    shown,
    check,
    failed,
    commit: failed || isUnknown || /nothing to commit|no changes added/.test(seen) ? null : commitMessage(command),
    pushed:
      !failed &&
      !isUnknown &&
      segments.some((segment) => /^git push\b/.test(segment)) &&
      !/rejected|fatal:|error: failed/.test(seen),
    installed:
      !failed &&
      !isUnknown &&
      segments.some((segment) =>
        /^(?:(?:npm|pnpm) (?:i|install|add) (?!-?-?(?:ci|frozen)\b)[@\w]|(?:yarn|bun|cargo|poetry|uv) add [@\w]|(?:pip3?|uv pip) install (?!-r\b)[\w-]|go get \w)/.test(
          segment,
        ),
      ),
  };
}
