/** What happened in a turn, in order: what the agent said, and its tool calls, folded. */
import { useTranslations } from "next-intl";
import { CircleCheck, CircleX, Wrench } from "lucide-react";
import { type EvidenceEvent, SUBAGENT } from "@/lib/contract/evidence";
import { argumentOf } from "@/lib/text/tool-argument";
import { cn } from "@/lib/cn";
import { Markdown } from "../text/markdown";
import { StoredCode, StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";
import { EventBody } from "./event-body";

/** Neighbouring tool calls make one fold. */
type Group = { kind: "message"; event: EvidenceEvent } | { kind: "tools"; events: EvidenceEvent[] };

interface EventItemsProps {
  events: EvidenceEvent[];
  /** Unfolded and marked. */
  openEvent: number | null;
  /** Folder of the session: files are shown as seen from there. */
  folder: string | null;
}

export function EventItems({ events, openEvent, folder }: EventItemsProps) {
  return (
    <div className="space-y-3">
      {grouped(events).map((group) =>
        group.kind === "message" ? (
          <Message key={group.event.id} event={group.event} isOpen={group.event.id === openEvent} />
        ) : (
          <Tools key={group.events[0]?.id} events={group.events} openEvent={openEvent} folder={folder} />
        ),
      )}
    </div>
  );
}

const MARKED = "ring-2 ring-accent ring-offset-2 ring-offset-bg rounded-[4px]";

function Message({ event, isOpen }: { event: EvidenceEvent; isOpen: boolean }) {
  const t = useTranslations("session");
  const common = useTranslations("common");
  const isSubagent = event.tool_name === SUBAGENT;
  return (
    <div
      id={`event-${event.id}`}
      className={cn("scroll-mt-12", isSubagent && "border-l-2 pl-3 text-muted", isOpen && MARKED)}
    >
      <p className="mb-0.5 text-meta font-medium text-muted">{t(isSubagent ? "subagent" : "assistant")}</p>
      <Markdown text={event.text} under={3} className="text-read" />
      {event.original_chars > event.text.length && (
        <p className="mt-1 text-meta text-muted">{common("shortened", { count: event.original_chars })}</p>
      )}
    </div>
  );
}

function Tools({ events, openEvent, folder }: EventItemsProps) {
  const t = useTranslations("session");
  const timeline = useTranslations("timeline");
  const failed = events.filter((event) => event.is_error === true).length;
  const counts = new Map<string, number>();
  for (const { tool_name: name } of events) {
    const shown = name ?? t("unnamedTool");
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => timeline("tool", { name, count }));
  return (
    <details open={events.some((event) => event.id === openEvent)} className="rounded-panel border">
      <summary className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-panel px-3 py-1.5 text-muted hover:bg-hover">
        <Wrench aria-hidden className="size-3.5 shrink-0" />
        <span className="font-medium text-text">{t("tools", { count: events.length })}</span>
        <span className="min-w-0 flex-1 truncate text-meta">
          <StoredText text={names.join(", ")} />
        </span>
        {failed > 0 && <Tag tone="red">{t("failed", { count: failed })}</Tag>}
      </summary>
      <ul className="divide-y border-t">
        {events.map((event) => (
          <li key={event.id}>
            <Tool event={event} open={event.id === openEvent} folder={folder} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Tool({ event, open, folder }: { event: EvidenceEvent; open: boolean; folder: string | null }) {
  const t = useTranslations("session");
  const files = event.files.map((file) =>
    folder !== null && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file,
  );
  return (
    <details id={`event-${event.id}`} open={open} className={cn("scroll-mt-12", open && MARKED)}>
      <summary className="flex min-h-8 min-w-0 items-center gap-2 px-3 py-1 hover:bg-hover">
        {event.is_error === true ? (
          <CircleX aria-label={t("toolFailed")} className="size-3.5 shrink-0 text-red" />
        ) : (
          <CircleCheck
            aria-label={event.is_error === false ? t("toolDone") : t("toolUnknown")}
            className={cn("size-3.5 shrink-0", event.is_error === false ? "text-green" : "text-muted opacity-50")}
          />
        )}
        <span className="shrink-0 font-mono text-meta font-medium">
          <StoredText text={event.tool_name ?? t("unnamedTool")} />
        </span>
        <span className="min-w-0 flex-1 truncate text-meta text-muted">
          <StoredCode text={argumentOf(event.input, files)} />
        </span>
      </summary>
      <div className="bg-sunken px-3 py-2">
        <EventBody event={event} />
      </div>
    </details>
  );
}

function grouped(events: EvidenceEvent[]): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (event.kind === "message") groups.push({ kind: "message", event });
    else if (last?.kind === "tools") last.events.push(event);
    else groups.push({ kind: "tools", events: [event] });
  }
  return groups;
}
