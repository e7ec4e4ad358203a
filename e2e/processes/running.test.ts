/** What is posted shows up while the turn goes on (M3), against the built server and after a kill. */
import { expect, it } from "vitest";
import { type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { home, start } = useStage(HASH_EMBEDDER);
/** M3. */
const SHOWS_UP_WITHIN_MS = 2_000;

interface Row {
  id: number;
  title: string;
  files_touched: string;
}

async function post(server: Server, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}
const use = (server: Server, file: string): Promise<unknown> =>
  post(server, "/api/sessions/observations", {
    claudeSessionId: "running-1",
    tool_name: "Edit",
    tool_input: { file_path: `/w/app/${file}`, old_string: "a", new_string: "b" },
    tool_response: "x".repeat(60_000),
    cwd: "/w/app",
    tool_use_id: `toolu_${file}`,
  });
const rows = async (server: Server): Promise<Row[]> =>
  ((await (await fetch(`${server.url}/api/observations?offset=0&limit=20`)).json()) as { items: Row[] }).items;

it("M3: an observation shows up within two seconds, grows under its id, also over a kill, and is refined by the summary", async () => {
  const folder = home();
  const server = await start({ home: folder });
  expect(await use(server, "a.ts")).toEqual({ status: "queued" });
  const [first] = await until(async () => {
    const found = await rows(server);
    return found.length > 0 ? found : undefined;
  }, SHOWS_UP_WITHIN_MS);
  expect(first?.title).toContain("a.ts");

  await use(server, "b.ts");
  await until(
    async () => ((await rows(server))[0]?.files_touched.includes("b.ts") ? true : undefined),
    SHOWS_UP_WITHIN_MS,
  );
  await use(server, "c.ts");
  await server.kill();

  const again = await start({ home: folder });
  const grown = await until(async () => {
    const found = await rows(again);
    return found[0]?.files_touched.includes("c.ts") ? found : undefined;
  });
  expect(grown.map(({ id }) => id)).toEqual([first?.id]);
  await post(again, "/api/sessions/summarize", {
    claudeSessionId: "running-1",
    last_user_message: "Fix the rounding",
    last_assistant_message: "Fixed the rounding of the total.",
  });
  const refined = await until(async () => {
    const found = await rows(again);
    return found.some(({ title }) => title.includes("Fixed the rounding")) ? found : undefined;
  });
  expect(refined.map(({ id }) => id)).toContain(first?.id);
});
