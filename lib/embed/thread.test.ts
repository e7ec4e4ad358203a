import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Embedder, Log } from "../context";
import { focusQuery } from "../search/lens";
import { makeLens, readLens } from "./lens";
import { createThreadEmbedder, type ThreadOptions } from "./thread-embedder";

const MODEL = join(process.cwd(), "models", "multilingual-e5-small-trimmed");
const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let script: string;
const opened: Embedder[] = [];

beforeAll(async () => {
  // Below the root, so that the bundle finds the library it leaves out.
  mkdirSync(join(process.cwd(), "dist"), { recursive: true });
  folder = mkdtempSync(join(process.cwd(), "dist", "test-embed-"));
  script = join(folder, "embed-thread.mjs");
  await build({
    entryPoints: [join(process.cwd(), "lib", "embed", "thread.ts")],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["@xenova/transformers"],
    logLevel: "error",
  });
});
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(options: Partial<ThreadOptions> = {}): Embedder {
  const embedder = createThreadEmbedder({ script, modelDir: MODEL, log: silent, ...options });
  opened.push(embedder);
  return embedder;
}
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number => {
  if (a === undefined || b === undefined) throw new Error("no vector");
  return a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);
};
const modelCopy = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "keepsake-model-"));
  cpSync(MODEL, copy, { recursive: true });
  return copy;
};

describe("the carried model", () => {
  it("is the one that models/README.md describes, byte for byte", () => {
    const table = readFileSync(join(MODEL, "..", "README.md"), "utf8").matchAll(
      /^\| (\S+) \| (\d+) \| ([0-9a-f]{64}) \|$/gm,
    );
    const rows = [...table].map(([, file = "", bytes, hash]) => ({ file, bytes: Number(bytes), hash }));
    expect(rows).toHaveLength(4);
    for (const { file, bytes, hash } of rows) {
      const content = readFileSync(join(MODEL, file));
      const actual = { file, bytes: content.length, hash: createHash("sha256").update(content).digest("hex") };
      expect(actual).toEqual({ file, bytes, hash });
    }
    expect(readFileSync(join(MODEL, "LICENSE"), "utf8")).toContain("MIT License");
  });

  it("gives unit vectors: a paraphrase is close, another value less so, the unrelated far, in English and Chinese", async () => {
    const embedder = open();
    const [redis, paraphrase, memcached, lunch, dark, darkToo, backup] = await embedder.embedPassages([
      "The project uses Redis as cache",
      "Redis is the cache of this project",
      "The project uses Memcached as cache",
      "Lunch is at noon on Fridays",
      "用户喜欢深色主题",
      "用户偏好暗色模式",
      "数据库每天凌晨备份",
    ]);
    expect(redis).toHaveLength(384);
    expect(cosine(redis, redis)).toBeCloseTo(1, 4);
    expect(cosine(redis, paraphrase)).toBeGreaterThan(0.8);
    expect(cosine(redis, memcached)).toBeLessThan(cosine(redis, paraphrase));
    expect(cosine(redis, lunch)).toBeLessThan(0.45);
    expect(cosine(dark, darkToo)).toBeGreaterThan(0.65);
    expect(cosine(dark, backup)).toBeLessThan(0.45);
  });

  it("finds the passage that answers a question, across languages and word forms", async () => {
    const embedder = open();
    const notes = ["数据库每天凌晨备份", "用户喜欢深色主题", "Deploys run from GitHub Actions on every push to main"];
    const passages = await embedder.embedPassages(notes);
    const best = async (question: string) => {
      const query = await embedder.embedQuery(question);
      const scores = passages.map((passage) => cosine(query, passage));
      return notes[scores.indexOf(Math.max(...scores))];
    };
    expect(await best("When is the database backed up?")).toBe(notes[0]);
    expect(await best("他想要什么颜色的界面？")).toBe(notes[1]);
    expect(await best("how do we release")).toBe(notes[2]);
  });

  it("puts answers above its floor and gibberish below, seen through its lens", async () => {
    const embedder = open();
    const { alike, across } = embedder.floor;
    const [redis, deploys, login] = await embedder.embedPassages([
      "The project uses Redis as cache",
      "Deploys run from GitHub Actions on every push to main",
      "登录失败的根本原因是令牌过期时间比较写反了",
    ]);
    const near = async (query: string, passage: Float32Array | undefined) =>
      cosine(focusQuery(query, await embedder.embedQuery(query), embedder.lens), passage);
    expect(await near("what cache do we use", redis)).toBeGreaterThan(alike);
    expect(await near("how do we deploy", deploys)).toBeGreaterThan(alike);
    expect(await near("用户无法登陆是怎么修好的", login)).toBeGreaterThan(alike);
    expect(await near("how was the sign-in bug fixed", login)).toBeGreaterThan(across);
    for (const nonsense of ["zzqqxxyy", "asdf qwer", "docker-comp"]) {
      expect(await near(nonsense, redis)).toBeLessThan(alike);
      expect(await near(nonsense, deploys)).toBeLessThan(alike);
    }
    expect(await near("asdf qwer", login)).toBeLessThan(across);
  });

  it("E20 E120: queries and passages get the model's own prefixes, each its own", async () => {
    const embedder = open();
    const text = "which cache do we use";
    const { env, pipeline } = await import("@xenova/transformers");
    Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: join(MODEL, "..") });
    const model = await pipeline("feature-extraction", "multilingual-e5-small-trimmed", { dtype: "q8" });
    const plainly = async (input: string): Promise<Float32Array> =>
      (await model([input], { pooling: "mean", normalize: true })).data as Float32Array;
    const query = await embedder.embedQuery(text);
    const [passage] = await embedder.embedPassages([text]);
    expect(cosine(query, await plainly(`query: ${text}`))).toBeGreaterThan(0.999);
    expect(cosine(passage, await plainly(`passage: ${text}`))).toBeGreaterThan(0.999);
    expect(cosine(query, passage)).toBeLessThan(0.99);
    expect(cosine(query, await plainly(text))).toBeLessThan(0.99);
    await model.dispose();
  });

  it("carries the lens that its questions and notes give", async () => {
    const embedder = open();
    const made = await makeLens(embedder);
    const carried = readLens(MODEL, 384);
    const alike = (a: Float32Array, b: Float32Array | undefined) =>
      cosine(a, b) / Math.sqrt(cosine(a, a) * cosine(b, b));
    expect(alike(made.latin, carried?.latin)).toBeGreaterThan(0.99);
    expect(alike(made.unspaced, carried?.unspaced)).toBeGreaterThan(0.99);
    made.axes.forEach((axis, i) => expect(alike(axis, carried?.axes[i])).toBeGreaterThan(0.98));
  });

  it("embeds the same text alike, alone or among others, and keeps the order of the request", async () => {
    const embedder = open();
    const texts = ["hello world", ...Array.from({ length: 40 }, (_, i) => `${"filler ".repeat((i * 7) % 60)}${i}`)];
    const together = await embedder.embedPassages([...texts, "hello world"]);
    expect(together).toHaveLength(texts.length + 1);
    expect(cosine(together[0], together.at(-1))).toBeGreaterThan(0.999);
    for (const at of [0, 5, 20, 40]) {
      const [alone] = await embedder.embedPassages([texts[at] ?? ""]);
      expect(cosine(alone, together[at])).toBeGreaterThan(0.95);
    }
  });

  it("takes any text: empty, endless, broken surrogates, control characters", async () => {
    const embedder = open();
    const texts = [
      "",
      " ",
      "x".repeat(100_000),
      "缓".repeat(100_000),
      "\ud800 half",
      "\0\u202e\ufeff",
      "a ".repeat(50_000),
    ];
    const vectors = await embedder.embedPassages(texts);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 3);
    expect(await embedder.embedPassages([])).toEqual([]);
  });
});

describe("the thread", () => {
  it("lets a query overtake a long backlog of passages", async () => {
    const embedder = open();
    await embedder.embedQuery("warm");
    const order: string[] = [];
    const long = "The session cache is warmed before the first request. ".repeat(30);
    const backlog = embedder
      .embedPassages(Array.from({ length: 16 }, (_, i) => `${i} ${long}`))
      .then(() => order.push("passages"));
    const query = embedder.embedQuery("where is the cache warmed?").then(() => order.push("query"));
    await Promise.all([backlog, query]);
    expect(order).toEqual(["query", "passages"]);
  });

  it("starts with the first text, frees the model when idle, and comes back", async () => {
    const embedder = open({ idleMs: 20 });
    expect(embedder.state()).toMatchObject({
      id: "multilingual-e5-small-trimmed/384",
      dimension: 384,
      state: "idle",
      error: null,
    });
    const first = embedder.embedQuery("hello");
    expect(embedder.state().state).toBe("loading");
    await first;
    expect(embedder.state().state).toBe("ready");
    await expect.poll(() => embedder.state().state, { timeout: 20_000 }).toBe("idle");
    expect(cosine(await embedder.embedQuery("hello"), await first)).toBeCloseTo(1, 4);
  });

  it("answers what arrives while the model is being freed", async () => {
    const embedder = open({ idleMs: 0 });
    for (let round = 0; round < 3; round += 1) {
      expect(await embedder.embedQuery(`round ${round}`)).toHaveLength(384);
      // Told to end, and not yet gone.
      while (embedder.state().state === "ready") await setImmediate();
      expect(embedder.state().state).toBe("idle");
    }
  });

  it("rejects what waits when it is closed, and whatever comes later", async () => {
    const embedder = open();
    const waiting = embedder.embedPassages(Array.from({ length: 200 }, (_, i) => `note ${i}`));
    const rejected = expect(waiting).rejects.toMatchObject({ code: "not_ready" });
    await embedder.close();
    await rejected;
    await expect(embedder.embedQuery("late")).rejects.toMatchObject({ code: "not_ready" });
  });

  it("survives the end of the thread: rejects what ran, pauses, starts again", async () => {
    const crashing = join(folder, "crashing.mjs");
    const flag = join(folder, "crash");
    writeFileSync(flag, "");
    writeFileSync(
      crashing,
      `import { existsSync } from "node:fs"; import { parentPort } from "node:worker_threads";
       if (existsSync(${JSON.stringify(flag)})) parentPort.once("message", () => process.exit(3)); else await import("./embed-thread.mjs");`,
    );
    const clock = { now: 1_000_000 };
    const embedder = open({ script: crashing, now: () => clock.now });
    await expect(embedder.embedQuery("one")).rejects.toMatchObject({ code: "internal" });
    await expect(embedder.embedQuery("two")).rejects.toMatchObject({ code: "not_ready" });
    expect(embedder.state()).toMatchObject({ state: "failed", error: "The embedding thread stopped unexpectedly." });
    rmSync(flag);
    clock.now += 1_000;
    expect(await embedder.embedQuery("three")).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ state: "ready", error: null });
  });
});

describe("a model that is not there", () => {
  const expectRefusal = async (embedder: Embedder) => {
    await expect(embedder.embedQuery("offline note")).rejects.toMatchObject({ code: "not_ready" });
    await expect(embedder.embedPassages(["offline note"])).rejects.toMatchObject({ code: "not_ready" });
  };

  it("T12: says what is missing and what to do, and works as soon as the files are there", async () => {
    const empty = mkdtempSync(join(tmpdir(), "keepsake-model-"));
    const embedder = open({ modelDir: empty });
    expect(embedder.dimension).toBe(384);
    await expectRefusal(embedder);
    const state = embedder.state();
    expect(state.state).toBe("missing");
    expect(state.error).toContain("model_quantized.onnx");
    expect(state.hint).toContain(empty);
    cpSync(MODEL, empty, { recursive: true });
    expect(await embedder.embedQuery("offline note")).toHaveLength(384);
    rmSync(empty, { recursive: true });
  });

  it("T12: a missing program of the thread is said too", async () => {
    const embedder = open({ script: join(folder, "nowhere.mjs") });
    await expectRefusal(embedder);
    expect(embedder.state()).toMatchObject({
      state: "missing",
      hint: expect.stringContaining("npm run build") as string,
    });
  });

  it.each([
    ["a cut weights file", (dir: string) => truncateSync(join(dir, "onnx", "model_quantized.onnx"), 1_000_000)],
    ["an emptied weights file", (dir: string) => truncateSync(join(dir, "onnx", "model_quantized.onnx"), 0)],
    ["a tokenizer that is no JSON", (dir: string) => writeFileSync(join(dir, "tokenizer.json"), "{")],
    ["a config that is no JSON", (dir: string) => writeFileSync(join(dir, "config.json"), "nonsense")],
  ])("T12: %s is reported, tried again only after a pause, and heals", async (_name, harm) => {
    const copy = modelCopy();
    const sound = modelCopy();
    harm(copy);
    const clock = { now: 1_000_000 };
    let loads = 0;
    const log: Log = { ...silent, error: () => void (loads += 1) };
    const embedder = open({ modelDir: copy, now: () => clock.now, log });
    await expectRefusal(embedder);
    for (let i = 0; i < 50; i += 1) await expectRefusal(embedder);
    expect(loads).toBe(1);
    expect(embedder.state()).toMatchObject({
      state: "failed",
      hint: expect.stringContaining("models/README.md") as string,
    });
    clock.now += 1_000;
    await expectRefusal(embedder);
    expect(loads).toBe(2);
    rmSync(copy, { recursive: true });
    renameSync(sound, copy);
    clock.now += 2_000;
    expect(await embedder.embedQuery("offline note")).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ state: "ready", error: null, hint: null });
    rmSync(copy, { recursive: true });
  });

  it("T05 E119: id and dimension follow the model's folder and config", () => {
    const other = mkdtempSync(join(tmpdir(), "other-model-"));
    writeFileSync(join(other, "config.json"), JSON.stringify({ hidden_size: 768, model_type: "bert" }));
    const embedder = open({ modelDir: other });
    expect(embedder.dimension).toBe(768);
    expect(embedder.floor).toEqual({ alike: -1, across: -1 });
    expect(embedder.model).toMatch(/^other-model-\w+\/768$/);
    rmSync(other, { recursive: true });
  });
});

it("the model stays small enough to be carried", () => {
  expect(statSync(join(MODEL, "onnx", "model_quantized.onnx")).size).toBeLessThan(50 * 1024 * 1024);
});

it("leaves nothing of the runtime's telemetry behind: no device id, no queue of events", async () => {
  const program = join(folder, "embeds-once.mjs");
  await build({
    stdin: {
      contents: `import { createThreadEmbedder } from "./thread-embedder";
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        const embedder = createThreadEmbedder({ script: ${JSON.stringify(script)}, modelDir: ${JSON.stringify(MODEL)}, log });
        const vector = await embedder.embedQuery("cart cache");
        await embedder.close();
        console.log(vector.length);`,
      resolveDir: join(process.cwd(), "lib", "embed"),
      loader: "ts",
    },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  const home = mkdtempSync(join(tmpdir(), "keepsake-home-"));
  // It keeps quiet by itself where it takes the machine for one that builds and tests.
  const env = { PATH: process.env["PATH"] ?? "", HOME: home } as unknown as NodeJS.ProcessEnv;
  expect(execFileSync(process.execPath, [program], { env, encoding: "utf8" }).trim()).toBe("384");
  expect(readdirSync(home)).toEqual([]);
  rmSync(home, { recursive: true, force: true });
});
