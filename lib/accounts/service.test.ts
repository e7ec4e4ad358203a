import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as accounts from "@/app/api/accounts/route";
import * as token from "@/app/api/tokens/[id]/route";
import * as rotate from "@/app/api/tokens/[id]/rotate/route";
import * as tokens from "@/app/api/tokens/route";
import { openTestApp, type TestApp } from "../testing";
import { TokenList, TokenMade } from "../contract/accounts";
import { authenticate, createAccount, createToken } from "./service";
import { hashOf, isSameHash, kindOf, makeKey } from "./keys";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

const PERSON = { kind: "person", name: "console" } as const;
const send = (method: string, body?: object, client = "console") =>
  new Request("http://127.0.0.1/", {
    method,
    headers: { "content-type": "application/json", "x-keepsake-client": client },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const at = (id: number) => ({ params: Promise.resolve({ id: String(id) }) });

it("V13: keys have 32 letters or digits behind their kind; hashes are compared whole", () => {
  for (const kind of ["emk", "evt"] as const) {
    expect(makeKey(kind)).toMatch(new RegExp(`^${kind}_[0-9a-f]{32}$`));
    expect(kindOf(makeKey(kind))).toBe(kind);
  }
  expect(makeKey("emk")).not.toBe(makeKey("emk"));
  for (const bad of [
    "",
    "emk_",
    `emk_${"a".repeat(31)}`,
    `emk_${"a".repeat(33)}`,
    `evx_${"a".repeat(32)}`,
    `emk_${"-".repeat(32)}`,
  ])
    expect(kindOf(bad)).toBeNull();
  expect(isSameHash(hashOf("a"), hashOf("a"))).toBe(true);
  expect(isSameHash(hashOf("a"), hashOf("b"))).toBe(false);
  expect(isSameHash(hashOf("a"), "00")).toBe(false);
});

it("shows a key once, and holds it in no file", async () => {
  const made = TokenMade.parse(await (await tokens.POST(send("POST", { kind: "evt", agentId: "laptop" }))).json());
  const list = await (await tokens.GET(send("GET"))).text();
  expect(TokenList.parse(JSON.parse(list)).tokens).toHaveLength(1);
  expect(authenticate(test.app, made.secret)).toMatchObject({ kind: "evt", agentId: "laptop", account: { id: 1 } });
  const held = readdirSync(test.home, { recursive: true, encoding: "utf8" })
    .map((name) => join(test.home, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(made.secret.slice(8)));
  expect([list.includes(made.secret.slice(8)), held]).toEqual([false, []]);
});

it("rotates and revokes at once, each key one time", async () => {
  const made = createToken(test.app, { kind: "emk" }, PERSON);
  const next = TokenMade.parse(await (await rotate.POST(send("POST"), at(made.token.id))).json());
  expect([authenticate(test.app, made.secret), authenticate(test.app, next.secret)]).toMatchObject([
    "emk",
    { kind: "emk" },
  ]);
  expect((await rotate.POST(send("POST"), at(made.token.id))).status).toBe(409);
  expect((await token.DELETE(send("DELETE"), at(next.token.id))).status).toBe(200);
  expect(authenticate(test.app, next.secret)).toBe("emk");
  expect((await token.DELETE(send("DELETE"), at(next.token.id))).status).toBe(409);
  expect((await token.DELETE(send("DELETE"), at(99))).status).toBe(404);
});

it("lets only a person make accounts and keys, and no two accounts of one name", async () => {
  for (const [routes, body] of [
    [accounts, { name: "amber" }],
    [tokens, { kind: "emk" }],
  ] as const)
    expect((await routes.POST(send("POST", body, "an-agent"))).status).toBe(403);
  expect((await accounts.POST(send("POST", { name: "amber" }))).status).toBe(201);
  expect((await accounts.POST(send("POST", { name: "Amber" }))).status).toBe(409);
  expect((await accounts.POST(send("POST", { name: "local" }))).status).toBe(409);
  expect((await tokens.POST(send("POST", { kind: "emk", account: "nobody" }))).status).toBe(404);
  expect((await tokens.POST(send("POST", { kind: "emk", agentId: "x" }))).status).toBe(400);
  expect((await tokens.POST(send("POST", { kind: "evt" }))).status).toBe(400);
  const list = (await (await accounts.GET(send("GET"))).json()) as { accounts: object[] };
  expect(list.accounts).toEqual([
    { id: 1, name: "local", is_local: true, created_at_epoch: 0, project_id: null, tokens: 0 },
    { id: 2, name: "amber", is_local: false, created_at_epoch: test.clock.now, project_id: null, tokens: 0 },
  ]);
});

it("notes the last use once a minute", () => {
  const account = createAccount(test.app, { name: "amber" }, PERSON);
  const { secret, token: made } = createToken(test.app, { kind: "emk", account: account.id }, PERSON);
  const used = () =>
    test.app.sqlite.prepare("SELECT last_used_at FROM account_tokens WHERE id = ?").pluck().get(made.id);
  const first = test.clock.now;
  authenticate(test.app, secret);
  test.clock.now += 59_000;
  authenticate(test.app, secret);
  expect(used()).toBe(first);
  test.clock.now += 2_000;
  authenticate(test.app, secret);
  expect(used()).toBe(test.clock.now);
});
