/** The last three of the page's capabilities, by the client library: without the worker, when it is slow, and when it comes back (M50–M52, M54). */
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import {
  callWorkerWithFallback,
  connectToSSE,
  isWorkerHealthy,
  retryWithBackoff,
  WorkerClient,
  type WorkerEvent,
  WorkerTimeoutError,
  WorkerUnavailableError,
} from "../../lib/sdk/worker-client";
import { until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { home, start, atEnd } = useStage(HASH_EMBEDDER);
const portOf = (url: string): number => Number(new URL(url).port);

it("M54, M50, M51: when the worker is down, callers go on without it, and find it again when it is back", async () => {
  const folder = home();
  const server = await start({ home: folder });
  const port = portOf(server.url);
  const client = new WorkerClient(port);
  const use = { claudeSessionId: "page-down", tool_name: "Bash", tool_input: { command: "sow" }, cwd: "/w/field" };
  expect([await client.isHealthy(), await isWorkerHealthy(port)]).toEqual([true, true]);
  expect(await client.queueObservation(use)).toEqual({ status: "queued" });

  await server.stop();
  expect([await client.isHealthy(), await isWorkerHealthy(port)]).toEqual([false, false]);
  await expect(client.queueObservation(use)).rejects.toThrow(WorkerUnavailableError);
  await expect(client.queueObservation(use)).rejects.toThrow("Claude-mem worker is not running or unreachable");
  const why: unknown[] = [];
  expect(await callWorkerWithFallback("/api/stats", {}, { port, onError: (error) => why.push(error) })).toBeNull();
  expect(why).toEqual([expect.any(WorkerUnavailableError)]);
  let tries = 0;
  const failing = (): Promise<unknown> => {
    tries += 1;
    return client.getStats();
  };
  await expect(retryWithBackoff(failing, 3, 1)).rejects.toThrow(WorkerUnavailableError);
  expect(tries).toBe(3);

  const found = retryWithBackoff(() => client.getStats(), 12, 20);
  await start({ home: folder, env: { KEEPSAKE_PORT: String(port) } });
  expect((await found).database.sessions).toBe(1);
  expect(await callWorkerWithFallback("/api/processing-status", {}, { port })).toMatchObject({
    queueDepth: expect.any(Number) as number,
  });
});

it("M54, M51: what takes too long is a time-out that names the address", async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  atEnd(() => silent.close());
  const address = silent.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const client = new WorkerClient(address.port, { timeouts: { health: 100, call: 100, search: 100 } });
  const asked = client.completeSession("page-slow");
  await expect(asked).rejects.toThrow(WorkerTimeoutError);
  await expect(asked).rejects.toThrow("Worker request timed out: /api/sessions/complete");
  expect(await client.isHealthy()).toBe(false);
});

it("M54, M52: the client's stream hears the broadcasts of a session", async () => {
  const server = await start();
  const client = new WorkerClient(portOf(server.url));
  const heard: WorkerEvent[] = [];
  const stream = connectToSSE((event) => heard.push(event), { port: portOf(server.url) });
  atEnd(() => stream.close());
  const hears = (type: string) => until(() => heard.find((event) => event.type === type));
  await hears("connected");
  const claudeSessionId = "page-stream";
  await client.initSession({ claudeSessionId, prompt: "Thin the carrots", cwd: "/w/field" });
  await client.queueObservation({
    claudeSessionId,
    tool_name: "Bash",
    tool_input: { command: "thin" },
    cwd: "/w/field",
  });
  await client.queueSummarize({ claudeSessionId, last_assistant_message: "Thinned the carrots to two inches apart." });
  for (const type of ["session_started", "new_prompt", "observation_queued", "observation_created", "summarize_queued"])
    await hears(type);
  await hears("summary_created");
  stream.close();
  const { observations } = await client.search({ query: "thin", type: "observations" });
  expect(observations.length).toBeGreaterThan(0);
  expect(await client.getObservationById(observations[0]?.id ?? 0)).toMatchObject({ project: "field" });
});
