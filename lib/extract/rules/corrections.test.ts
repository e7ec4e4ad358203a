/** What a person sets right or tells for later, and reports of the moment that only sound like it; English and Chinese. */
import { describe, expect, it } from "vitest";
import { judge } from "../../contradictions/judge";
import { said, turnOf } from "../testing";
import { extractTurn } from "./turn";

const valuesIn = (prompt: string): string[] =>
  extractTurn(turnOf(prompt, [said("Noted.")])).memories.map(({ value }) => value);

describe("corrections and facts told for later", () => {
  it.each([
    [
      "No, that is wrong. The staging database is on port 5544, not 5433.",
      "The staging database is on port 5544, not 5433.",
    ],
    ["That's wrong. The staging database listens on 5544.", "The staging database listens on 5544."],
    ["Wrong, the staging database is on port 5544.", "the staging database is on port 5544."],
    ["The staging database moved to port 5544, please remember that.", "The staging database moved to port 5544"],
    ["The staging database moved to port 5544. Remember that.", "The staging database moved to port 5544."],
    ["Our registry was renamed to registry-eu-2.", "Our registry was renamed to registry-eu-2."],
    [
      "Actually, the API base URL is https://api.example.com/v3 now.",
      "the API base URL is https://api.example.com/v3 now.",
    ],
    ["The rate limit is 100 requests per minute.", "The rate limit is 100 requests per minute."],
    ["The staging host is stage-2.example.com.", "The staging host is stage-2.example.com."],
    ["We deploy to Fly.io with GitHub Actions.", "We deploy to Fly.io with GitHub Actions."],
    ["We moved CI from GitHub Actions to Buildkite.", "We moved CI from GitHub Actions to Buildkite."],
    ["That's not right, we use bun, not npm.", "we use bun, not npm."],
    ["Correction: staging database port is 5544.", "staging database port is 5544."],
    ["测试数据库的端口不是 5433，是 5544。", "测试数据库的端口不是 5433，是 5544。"],
    ["我们用 5433 端口连接测试数据库。", "我们用 5433 端口连接测试数据库。"],
    ["不对，线上数据库主机已经换成 db-prod-7。", "线上数据库主机已经换成 db-prod-7。"],
    ["不对。测试环境的地址是 stage-2.example.com。", "测试环境的地址是 stage-2.example.com。"],
    ["暂存环境的 Redis 端口是 6380，记住。", "暂存环境的 Redis 端口是 6380，记住。"],
    ["记住暂存环境每周日重置", "暂存环境每周日重置（项目 cart）"],
    ["发布单号以 REL 开头，别忘了。", "发布单号以 REL 开头"],
    ["我们用 pnpm，不用 npm。", "我们用 pnpm，不用 npm。"],
    ["我们昨天从 pnpm 换成了 bun。", "我们昨天从 pnpm 换成了 bun。"],
    ["回答请用中文", "回答请用中文（适用于所有项目）"],
    ["Please keep answers short.", "Please keep answers short."],
    ["actually no, keep the retries at 3", "actually no, keep the retries at 3"],
    ["The feature freeze starts on December 15.", "The feature freeze starts on December 15."],
    [
      "The tests need DATABASE_URL set to a local database, otherwise they hang.",
      "The tests need DATABASE_URL set to a local database, otherwise they hang.",
    ],
    [
      "The command to renew the certificate is `make renew-cert`.",
      "The command to renew the certificate is `make renew-cert`.",
    ],
    ["接口超时统一设置为 30 秒", "接口超时统一设置为 30 秒"],
    ["不对，重试次数最多 3 次就够了，5 次太多。", "重试次数最多 3 次就够了，5 次太多。"],
    ["那个报错是因为证书过期了，续签命令是 make renew-cert", "那个报错是因为证书过期了，续签命令是 make renew-cert"],
    ["叫我老王，回答尽量简短，用中文。", "叫我老王，回答尽量简短，用中文。"],
    ["叫我老王就行", "叫我老王就行（适用于所有项目）"],
  ])("%s", (prompt, value) => expect(valuesIn(prompt)).toEqual([value]));
});

describe("reports, requests and what nobody could look up", () => {
  it.each([
    "No, that's wrong. The button is still 4px too far to the left.",
    "No, the test still fails on line 40.",
    "That's wrong.",
    "No, it is on port 5544.",
    "No, try again with the other file.",
    "Wrong, look at the logs in /var/log again.",
    "The response is 404, not 200.",
    "The API is slow, not broken.",
    "The server is down since 10:30.",
    "The server returns 500 when the cache is empty.",
    "The staging database is on port 5433 but it should be on 5544.",
    "The database error is at db.ts:40.",
    "把这句话翻译成英文：以后我们一律使用 Java。",
    "Translate to Chinese: Always wash your hands. Never run with scissors.",
    "Please rewrite this sentence:\n\nWe always use Java.",
    "润色一下这段话：以后提交信息一律用英文。",
    "Use a for loop here instead of map",
    "Is the staging database on port 5544, not 5433?",
    "If the port is 5544, change the config.",
    "Maybe the staging database is on port 5544.",
    "The docs say the API base URL is https://api.example.com/v3.",
    "We deploy on the weekend.",
    "We run into the same error again.",
    "Remember that.",
    "Do you remember that?",
    "Please note the time.",
    "The button moved to the left.",
    "The test count changed to 12.",
    "不对，按钮还是偏左 4 像素",
    "不对，再试一次",
    "不对，数据库报错 5433 连接失败",
    "记住了吗？",
    "数据库连接失败，端口是不是 5433",
    "帮我把数据库换成 db-prod-7",
    "如果数据库是 db-prod-7 就改配置",
    "你叫我怎么办",
    "这样回答不对",
  ])("%s → nothing", (prompt) => expect(valuesIn(prompt)).toEqual([]));
});

describe("what is set right takes the place of what it says is wrong", () => {
  it.each([
    ["The staging database is on port 5433.", "The staging database is on port 5544, not 5433.", true],
    ["Remember that the staging database is on port 5433.", "The staging database moved to port 5544.", true],
    ["The staging database is on port 5433.", "the staging database is on port 5544.", false],
    ["线上数据库主机是 db-prod-3", "线上数据库主机已经换成 db-prod-7", true],
  ])("%s → %s", (older, newer, applied) => {
    const say = (value: string, at: number) => ({ key: `k:${at}`, value, attribute: "fact", at });
    expect(judge(say(newer, 2), say(older, 1))).toMatchObject({ kind: "supersedes", applied });
  });
});
