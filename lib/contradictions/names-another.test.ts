/** Whether a longer value under the same key names another thing, or says more of the same one. */
import { describe, expect, it } from "vitest";
import { namesAnother } from "./judge";

const say = (value: string, at: number) => ({ key: "k", value, attribute: "fact", at });

describe("values under one key", () => {
  const another = (older: string, newer: string): boolean => namesAnother(say(newer, 2), say(older, 1));

  it.each([
    ["The cart cache is Redis", "The cart cache is Memcached with 4 nodes"],
    ["The API listens on port 8080", "The API listens on port 9090 behind nginx in production"],
    ["The staging host is alpha.example", "The staging host is beta.example since the move of May"],
    ["The staging host is 10.0.0.4", "The staging host is 10.0.0.9 in the second rack of the new room"],
    ["CI runs Node 20", "CI runs Node 22.4 on all runners, also on those of the nightly build"],
    ["Alice owns billing", "Bob of the platform team owns billing and the invoices"],
    ["Deploys happen on Friday", "Deploys happen on Tuesday at 10:00, after the stand-up"],
    ["The cache TTL is 300 s", "The cache TTL is 600 s for carts and for sessions of guests"],
    ["Never use Redis for sessions", "Use Redis for sessions with 4 nodes and a replica each"],
    ["购物车缓存用 Redis", "购物车缓存用 Memcached，一共 4 个节点"],
    ["服务监听端口 3000", "服务监听端口 4000，生产环境前面有 nginx"],
  ])("%s / %s names another", (older, newer) => {
    expect(another(older, newer)).toBe(true);
  });

  it.each([
    ["The cart cache is Redis", "The cart cache is Redis 7 with 4 nodes on cache.internal"],
    ["The API listens on port 8080", "The API listens on port 8080 behind nginx, which takes 443"],
    ["CI runs Node 20", "CI runs Node 20.11.1 on all runners"],
    ["the port is the default", "the port is number 8080"],
    ["Alice owns billing", "Alice owns billing since 2026-03 and answers for the invoices"],
    ["Deploys happen on Friday", "Deploys happen on Friday at 17:00 by GitHub Actions"],
    ["We use Postgres, not MySQL", "We use Postgres 16 on db.internal, never SQLite"],
    ["Run the tests before a push", "Run unit tests and linters with make check before each push"],
    ["部署窗口是周五", "部署窗口是周五 20:00，由运维确认"],
  ])("%s / %s says more", (older, newer) => {
    expect(another(older, newer)).toBe(false);
  });
});
