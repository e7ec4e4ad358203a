/** A deterministic synthetic corpus: the same seed gives the same texts, English and Chinese, with identifiers and paths. */
import { seeded } from "../e2e/support/random";

const SUBJECTS = [
  "cart",
  "session",
  "invoice",
  "login",
  "cache",
  "queue",
  "worker",
  "parser",
  "router",
  "billing",
  "upload",
  "search",
  "webhook",
  "token",
  "report",
  "export",
  "schema",
  "layout",
  "player",
  "sync",
];
const VERBS = [
  "fixed",
  "renamed",
  "measured",
  "replaced",
  "documented",
  "removed",
  "split",
  "merged",
  "tested",
  "reverted",
  "cached",
  "limited",
];
const THINGS = [
  "time-out",
  "retry loop",
  "race",
  "memory leak",
  "type error",
  "migration",
  "index",
  "rounding error",
  "encoding",
  "deadlock",
  "flag",
  "permission check",
  "stale read",
  "header",
  "build step",
];
const REASONS = [
  "because two requests met",
  "after the upgrade",
  "since the lock was held too long",
  "as the clock went back",
  "when the disk was full",
  "before the first deploy",
  "for the nightly job",
  "under load",
];
const ZH = [
  "购物车的总价改为整数分计算",
  "登录超时后需要重新获取令牌",
  "部署脚本先验证回滚路径",
  "缓存过期时间改为二十四小时",
  "导出报表时按用户时区分组",
  "搜索服务改用分片索引",
  "回调失败后最多重试三次",
  "数据库迁移前先做备份",
];

export interface SyntheticNote {
  title: string;
  text: string;
  file: string;
  type: "bugfix" | "feature" | "refactor" | "change" | "discovery" | "decision";
}

const TYPES = ["bugfix", "feature", "refactor", "change", "discovery", "decision"] as const;

/** `count` notes; each has a few rare tokens of its own, so that queries can be exact. */
export function* notes(count: number, seed = 1): Generator<SyntheticNote> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let i = 0; i < count; i++) {
    const subject = pick(SUBJECTS);
    const thing = pick(THINGS);
    const id = `${subject.toUpperCase()}-${(i * 7919) % 1_000_003}`;
    const file = `src/${subject}/${pick(SUBJECTS)}-${i % 997}.ts`;
    const english = `${pick(VERBS)} the ${thing} of the ${subject} ${pick(REASONS)} (${id})`;
    const text = `${english}. It shows in ${file} as ${pick(SUBJECTS)}${pick(THINGS).replaceAll(" ", "")}Handler; ${pick(REASONS)}.${i % 4 === 0 ? ` ${pick(ZH)}。` : ""}`;
    yield { title: english, text, file, type: pick(TYPES) };
  }
}

/** Queries of one to four words, a quarter of them Chinese. */
export function queries(count: number, seed = 2): string[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, i) => {
    if (i % 4 === 0) return pick(ZH).slice(0, 4);
    if (i % 4 === 1) return pick(THINGS);
    if (i % 4 === 2) return `${pick(SUBJECTS)} ${pick(THINGS)} ${pick(VERBS)}`;
    return `why was the ${pick(THINGS)} of the ${pick(SUBJECTS)} ${pick(VERBS)} ${pick(REASONS)}`;
  });
}
