/** Few rules, all errors: layers (design §2), forgotten promises, no `any`. */
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const deny = (message, ...group) => ({ group, message });
const layer = (files, ...patterns) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

/** `@/lib/x`, `../x` and `./x` forms of folders below lib. */
const lib = (...names) =>
  names.flatMap((name) => [
    `@/lib/${name}`,
    `@/lib/${name}/**`,
    `../${name}`,
    `../${name}/**`,
    `../../${name}/**`,
    `**/lib/${name}/**`,
  ]);

const FOUNDATION = ["text", "db", "vectors", "embed", "llm", "ids", "env", "log", "context"];
const NOUNS = [
  "projects",
  "sessions",
  "capture",
  "observations",
  "memories",
  "search",
  "inject",
  "operations",
  "jobs",
  "activity",
  "extract",
  "hosts",
  "transfer",
  "settings",
  "health",
];
const UPPER = ["app", "http"];

const sqlOnly = deny(
  "Only repo.ts, query.ts and lib/db say SQL.",
  "drizzle-orm",
  "drizzle-orm/*",
  "better-sqlite3",
  ...lib("db/schema"),
);

export default tseslint.config(
  { ignores: [".next/**", "dist/**", "node_modules/**", "next-env.d.ts", "test-results/**", "playwright-report/**"] },
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
  { files: ["lib/db/schema.ts"], rules: { "max-lines": "off" } },
  { files: ["bin/**", "bench/**", "e2e/**"], rules: { "no-console": "off" } },
  { files: ["**/*.tsx"], ...reactHooks.configs.flat?.recommended },
  layer(["lib/contract/**/*.ts"], deny("The contract imports zod only.", ...lib(...FOUNDATION, ...NOUNS, ...UPPER))),
  layer(["lib/{text,db,vectors,embed}/**/*.ts"], deny("Foundations know no nouns.", ...lib(...NOUNS, ...UPPER))),
  layer(
    [`lib/{${NOUNS.join(",")}}/**/*.ts`],
    deny("Nouns do not know the composition root or HTTP.", ...lib(...UPPER)),
    sqlOnly,
  ),
  layer(
    [`lib/{${NOUNS.join(",")}}/**/{repo,query,*-repo,*-query}.ts`],
    deny("Repos do not know services.", "**/service", "./service", "../**/service", ...lib(...UPPER)),
  ),
  layer(["app/**/*.{ts,tsx}", "lib/http/**/*.ts"], sqlOnly, deny("Go through a service.", "**/repo")),
  layer(
    ["components/**/*.{ts,tsx}"],
    deny(
      "Components know contract, client and text only.",
      ...lib("db", "vectors", "embed", "llm", "env", "app", "http", "context", ...NOUNS),
    ),
  ),
  layer(
    ["bin/**/*.ts", "lib/sdk/**/*.ts"],
    deny(
      "Programs know contract, client and text only.",
      ...lib("db", "vectors", "embed", "llm", "app", "http", ...NOUNS),
      "next",
      "next/**",
    ),
  ),
  layer(
    ["bin/doctor/**/*.ts"],
    deny("Doctor opens the file itself, but runs no services.", ...lib("app", "http", ...NOUNS)),
  ),
  {
    files: ["**/*.test.ts", "lib/testing.ts", "lib/testing/**", "e2e/**", "bench/**"],
    rules: { "no-restricted-imports": "off" },
  },
);
