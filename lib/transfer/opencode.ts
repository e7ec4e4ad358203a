/** Import of OpenCode's database (since 1.2): its sessions through capture, like every other transcript. The original is only read. */
import { setImmediate } from "node:timers/promises";
import { ingest } from "../capture/ingest";
import type { App } from "../context";
import type { IngestItem } from "../contract/capture";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { noCounts, type ToolImport, type ToolReport } from "../contract/tool-import";
import { isRecord, parseJson } from "../text/json-value";
import { openCodeEnd, openCodeMaker, revertedFrom } from "../transcripts/opencode";
import { openCodeRecords } from "../transcripts/opencode-message";
import { leave, noProblems, type ReadProblems } from "../transcripts/problems";
import { expand } from "./evolvmem";
import { openCodeSource, type OpenCodeSession, type OpenCodeSource } from "./opencode-query";
import { onePath } from "./source-file";
import { readingCopy } from "./source-repo";

const DEFAULT_FILE = "~/.local/share/opencode/opencode.db";
const EXAMPLE = "keepsake import --from opencode opencode.db";
const BATCH = 200;

/** Each session is an operation of its own. Throws `not_found`, `validation_failed` for what is no database of OpenCode, `too_large`. */
export async function importOpenCode(app: App, asked: ToolImport, actor: Actor): Promise<ToolReport> {
  const file = expand(onePath(asked.paths, DEFAULT_FILE, EXAMPLE));
  const sessions = noCounts();
  const records = noCounts();
  const report: ToolReport = {
    ok: true,
    tool: "opencode",
    dryRun: asked.dryRun,
    counts: { sessions, records },
    rejections: [],
    operation_ids: [],
  };
  const problems = noProblems();
  await readingCopy(app.env.home, { file, hint: `Say where it is: ${EXAMPLE}` }, async (source) => {
    const rows = openCodeSource(source);
    if (rows === null) {
      throw new AppError("validation_failed", "The database holds no sessions of OpenCode.", {
        hint: "Give its opencode.db, which lies in ~/.local/share/opencode.",
      });
    }
    for (const session of rows.sessions) {
      sessions.read += 1;
      const items = itemsOf(rows, session, problems, app.now());
      if (items.length === 0) {
        sessions.skipped += 1;
        continue;
      }
      sessions.imported += 1;
      records.read += items.length;
      if (asked.dryRun) records.imported += items.length;
      else await send(app, items, actor, report);
      await setImmediate();
    }
  });
  for (const count of Object.values(problems.left ?? {})) {
    records.read += count;
    records.skipped += count;
  }
  return report;
}

async function send(app: App, items: IngestItem[], actor: Actor, report: ToolReport): Promise<void> {
  const { records } = report.counts;
  if (records === undefined) return;
  for (let start = 0; start < items.length; start += BATCH) {
    const answer = await ingest(app, items.slice(start, start + BATCH), actor);
    records.imported += answer.accepted;
    records.known += answer.duplicates;
    records.skipped += Object.values(answer.skipped).reduce((sum, count) => sum + count, 0);
    records.rejected += answer.rejected.length;
    for (const { index, error } of answer.rejected.slice(0, 10))
      report.rejections.push({ kind: "records", row: String(start + index), reason: error });
  }
}

/** A session at a time: that much is held. */
function itemsOf(source: OpenCodeSource, session: OpenCodeSession, problems: ReadProblems, now: number): IngestItem[] {
  const info = { ...session, time: { created: session.createdAt } };
  const maker = openCodeMaker(info, now);
  const reverted = revertedFrom(info);
  const items: IngestItem[] = [];
  for (const message of source.messages(session.id)) {
    const told = parseJson(message.data);
    if (!isRecord(told)) problems.badLines += 1;
    else if (session.parentID !== undefined) leave(problems, "sidechain");
    else if (reverted !== undefined && message.id >= reverted) leave(problems, "undone");
    else {
      const parts = source.parts(message.id).flatMap((part) => {
        const value = parseJson(part.data);
        return isRecord(value) ? [{ ...value, id: part.id }] : [];
      });
      items.push(...openCodeRecords({ ...told, id: message.id }, parts, maker, problems));
    }
  }
  return items.length === 0 ? [] : [...items, ...openCodeEnd(info, maker)];
}
