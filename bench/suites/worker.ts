/** The worker API over HTTP, as its clients use it: what claude-mem takes for the same stands beside each figure. */
import type { Server } from "../../e2e/support/server";
import { notes, queries } from "../corpus";
import { besides, type Row, timeEach, timesRow, timeSideBySide, valueRow } from "../measure";
import { residentMb } from "./process";

const AT_ONCE = 10;
/** Rows of a list page, as the page's example asks. */
const PAGE = 20;
const FOLLOWING = 40;

async function ask(server: Server, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, {
    ...(body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

/** On an empty store: `count` tool uses of about 1 KB, of twenty sessions, ten requests at a time. */
export async function benchWorkerCapture(server: Server, count: number): Promise<Row[]> {
  const before = residentMb(server);
  const uses = [...notes(count, 5)].map((note, i) => ({
    claudeSessionId: `bench-${i % 20}`,
    tool_name: "Edit",
    tool_input: { file_path: `/w/bench/${note.file}`, old_string: note.title, new_string: note.text },
    tool_response: note.text.repeat(3).slice(0, 700),
    tool_use_id: `toolu_${i}`,
    cwd: "/w/bench",
  }));
  const times = await timeSideBySide(uses, AT_ONCE, (use) => ask(server, "/api/sessions/observations", use));
  return [
    besides(timesRow(`POST /api/sessions/observations, ${AT_ONCE} at a time`, times), { p50: 83, p95: 226 }),
    besides(valueRow("resident before", "MB", before), { value: 123 }),
    besides(valueRow(`resident after these ${count.toLocaleString("en")} requests`, "MB", residentMb(server)), {
      value: 145,
    }),
  ];
}

interface Listed {
  items: { id: number }[];
}

/** On a store of `observations` observations in twenty projects. */
export async function benchWorkerReading(server: Server, observations: number, asked: number): Promise<Row[]> {
  const label = `${observations.toLocaleString("en")} observations`;
  const before = residentMb(server);
  // Things of one word and of two, in any order, as people ask for them.
  const words = [...new Set(queries(4 * asked, 9).flatMap((query) => query.match(/[a-z]{4,}/g) ?? []))];
  const cycle = (pick: (i: number) => string): string[] => Array.from({ length: asked }, (_, i) => pick(i));
  const one = cycle((i) => words[i % words.length] ?? "");
  const two = cycle((i) => `${words[i % words.length]} ${words[(i * 7 + 3) % words.length]}`);
  const search = (query: string) => ask(server, `/api/search?query=${encodeURIComponent(query)}`);
  const rows = [
    besides(timesRow(`/api/search, one word, ${label}`, await timeEach(one, search)), { p50: 46, p95: 67 }),
    besides(timesRow(`/api/search, two words, ${label}`, await timeEach(two, search)), { p50: 27 }),
  ];
  const projects = cycle((i) => `project-${1 + (i % 20)}`);
  const inject = (project: string) => ask(server, `/api/context/inject?project=${project}`);
  rows.push(besides(timesRow(`/api/context/inject, ${label}`, await timeEach(projects, inject)), { p50: 47 }));

  const listed = async (offset: number): Promise<Listed> =>
    JSON.parse(await ask(server, `/api/observations?offset=${offset}&limit=${PAGE}`)) as Listed;
  const deep = Math.floor(observations * 0.75);
  const first = await timeEach([deep], listed, 0);
  const following = Array.from({ length: FOLLOWING }, (_, i) => deep + PAGE * (i + 1));
  rows.push(
    besides(timesRow(`list page at offset ${deep.toLocaleString("en")}, the first time, ${label}`, first), { p50: 55 }),
    besides(timesRow(`list pages that follow, ${label}`, await timeEach(following, listed, 0)), { p50: 55 }),
  );
  const { items } = await listed(Math.floor(observations / 2));
  const anchors = cycle((i) => String(items[i % items.length]?.id ?? 1));
  const around = (anchor: string) => ask(server, `/api/timeline?anchor=${anchor}&depth_before=10&depth_after=10`);
  rows.push(
    besides(timesRow(`/api/timeline, ${label}`, await timeEach(anchors, around)), { p50: 12 }),
    besides(valueRow(`resident before these requests, ${label}`, "MB", before), { value: 123 }),
    besides(valueRow(`resident after these requests, ${label}`, "MB", residentMb(server)), { value: 145 }),
  );
  return rows;
}
