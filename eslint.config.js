/** Few rules, all errors: layers (design §2), forgotten promises, no `any`. */
import { readdirSync } from "node:fs";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Folders of lib that are no nouns; every other one is, a new one too. */
const NO_NOUNS = [
  "checks",
  "contract",
  "db",
  "embed",
  "http",
  "llm",
  "sdk",
  "testing",
  "text",
  "transcripts",
  "vectors",
];
const NOUNS = readdirSync(new URL("lib", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_NOUNS.includes(entry.name))
  .map((entry) => entry.name)
  .join(",");

/** Parts of lib as lib imports them (`../db/open`) and as others do (`@/lib/db/open`, `../../lib/db/open`). */
const parts = (...names) => `^((@/|(\\.\\./)+)lib/|(\\.\\./)+)(${names.join("|")})(/|$)`;
/** All of lib but these parts, seen from outside. */
const libBut = (...names) => `^(@/|(\\.\\./)+)lib/(?!(${names.join("|")})(/|$))`;
/** All that a file in a folder of lib can import from beside its folder, but these parts. */
const besideBut = (...names) => `^@/|^(\\.\\./)+(?!\\.\\./|(${names.join("|")})(/|$))`;

const deny = (message, regex) => ({ message, regex });
const TESTING = deny("Test helpers serve tests only.", "(^|/)testing(/|$)");
const SQL = deny(
  "Only repo.ts, query.ts and lib/db say SQL.",
  `^(drizzle-orm|better-sqlite3)(/|$)|${parts("db/schema")}`,
);
const NO_REPOS = deny("Go through a service or a query.", "(^|/)([\\w-]+-)?repo$");
const UPWARDS = deny("Nouns do not know the composition root, HTTP or pages.", `${parts("app", "http")}|^@/`);

/** Where several layers hold for a file, the last one counts alone. */
const layer = (files, ...patterns) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [TESTING, ...patterns] }] },
});

export default tseslint.config(
  {
    ignores: [".next/**", "**/dist/**", "node_modules/**", "next-env.d.ts", "test-results/**", "playwright-report/**"],
  },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { checkThenables: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 400 }],
      "no-console": "error",
    },
  },
  { files: ["bin/**", "bench/**", "e2e/**"], rules: { "no-console": "off" } },
  { files: ["**/*.tsx"], ...reactHooks.configs.flat?.recommended },
  layer(["lib/contract/**/*.ts"], deny("The contract imports zod only.", "^(?!zod$|\\./)")),
  layer(
    ["lib/{client,cn,env,format,ids,log,paging}.ts"],
    deny("Leaves of lib know the contract only.", "^@/|^\\.\\./|^\\./(?!(contract|context)(/|$))"),
  ),
  layer(["lib/text/**/*.ts"], deny("Text knows the contract only.", besideBut("contract"))),
  layer(
    ["lib/{checks,db,embed,llm,transcripts,vectors}/**/*.ts"],
    deny("Foundations know no nouns and not each other.", besideBut("contract", "context", "env", "text")),
  ),
  layer([`lib/{${NOUNS}}/**/*.ts`], UPWARDS, SQL),
  layer(
    [`lib/{${NOUNS}}/**/{repo,query,*-repo,*-query}.ts`],
    UPWARDS,
    deny("Repos and queries do not know services.", "(^|/)([\\w-]+-)?service$"),
  ),
  layer(["lib/http/**/*.ts"], SQL, NO_REPOS, deny("HTTP knows no pages.", "^@/")),
  layer(
    ["app/**/*.{ts,tsx}"],
    SQL,
    NO_REPOS,
    deny("Go through a service or a query.", parts("db", "embed", "vectors")),
  ),
  layer(
    ["components/**/*.{ts,tsx}"],
    deny(
      "Components know contract, client and text only, and server actions.",
      `${libBut("client", "cn", "contract", "format", "text")}|^@/app/(?!.*/actions$)`,
    ),
  ),
  layer(
    ["bin/**/*.ts", "lib/sdk/**/*.ts"],
    deny(
      "Programs know contract, clients and text only.",
      `${libBut("client", "contract", "env", "format", "sdk", "text", "transcripts")}|^next(/|$)|^@/(app|components)/`,
    ),
  ),
  layer(
    ["bin/doctor/**/*.ts"],
    deny(
      "Doctor opens the file itself, but runs no services.",
      libBut("checks", "client", "contract", "db", "embed", "env", "format", "hosts/seen-query", "text", "vectors"),
    ),
  ),
  layer(
    ["extensions/**/*.ts"],
    deny(
      "Extensions know contract, clients and text only.",
      `${libBut("contract", "sdk", "text")}|^@/|^next(/|$)|^(\\.\\./)+(app|bin|components)/`,
    ),
  ),
  {
    files: ["**/*.test.ts", "**/testing.ts", "lib/testing/**", "e2e/**", "bench/**"],
    rules: { "no-restricted-imports": "off" },
  },
);
