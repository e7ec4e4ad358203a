/** Searching, listing and injecting over HTTP on a seeded store. */
import type { Server } from "../../e2e/support/server";
import { queries } from "../corpus";
import { type Row, timeEach, timesRow } from "../measure";

const PAGES = 60;

export async function benchReading(server: Server, label: string, asked: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const mode of ["fts", "vector", "hybrid"] as const) {
    const name = { fts: "words", vector: "meaning", hybrid: "hybrid" }[mode];
    const times = await timeEach(queries(asked), (query) =>
      server.client.search({ query, mode, type: "observations" }),
    );
    rows.push(timesRow(`search by ${name}, ${label}`, times));
  }
  rows.push(
    timesRow(`search, all kinds, ${label}`, await timeEach(queries(asked), (query) => server.client.search({ query }))),
  );
  const projects = Array.from({ length: asked }, (_, i) => `project-${1 + (i % 20)}`);
  rows.push(
    timesRow(
      `session-start block, ${label}`,
      await timeEach(projects, (project) => server.client.injectText({ project })),
    ),
  );
  rows.push(
    timesRow(
      `prompt recall, ${label}`,
      await timeEach(
        queries(asked).map((query, i) => ({ project: projects[i] ?? "", prompt: `how do we handle ${query}` })),
        (input) => server.client.recallText(input),
      ),
    ),
  );
  rows.push(timesRow(`list page of memories, pages 1 to ${PAGES}, ${label}`, await listTimes(server)));
  return rows;
}

async function listTimes(server: Server): Promise<number[]> {
  let cursor: string | undefined;
  return timeEach(
    Array.from({ length: PAGES }),
    async () => {
      const page = await server.client.memories.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
      cursor = page.nextCursor ?? undefined;
    },
    0,
  );
}
