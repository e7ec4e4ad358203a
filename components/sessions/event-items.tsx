/** What happened in a turn, in order: what the agent said, and its tool calls, folded. */
import { useTranslations } from "next-intl";
import { CircleX, Wrench } from "lucide-react";
import type { EvidenceEvent } from "@/lib/contract/evidence";
import { StoredCode, StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";
import { LongText } from "./long-text";

/** Neighbouring tool calls make one fold. */
type Group = { kind: "message"; event: EvidenceEvent } | { kind: "tools"; events: EvidenceEvent[] };

export function EventItems({ events, openEvent }: { events: EvidenceEvent[]; openEvent: number | null }) {
  return (
    <div className="space-y-3">
      {grouped(events).map((group) =>
        group.kind === "message" ? (
          <Message key={group.event.id} event={group.event} />
        ) : (
          <Tools key={group.events[0]?.id} events={group.events} openEvent={openEvent} />
        ),
      )}
    </div>
  );
}

function Message({ event }: { event: EvidenceEvent }) {
  const t = useTranslations("session");
  return (
    <div id={`event-${event.id}`} className="scroll-mt-12">
      <p className="mb-0.5 text-meta font-medium text-muted">{t("assistant")}</p>
      <LongText text={event.text} originalChars={event.original_chars} className="text-read" />
    </div>
  );
}

function Tools({ events, openEvent }: { events: EvidenceEvent[]; openEvent: number | null }) {
  const t = useTranslations("session");
  const failed = events.filter((event) => event.is_error === true).length;
  const names = [...new Set(events.map((event) => event.tool_name ?? t("unnamedTool")))];
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
            <Tool event={event} open={event.id === openEvent} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Tool({ event, open }: { event: EvidenceEvent; open: boolean }) {
  const t = useTranslations("session");
  return (
    <details id={`event-${event.id}`} open={open} className="scroll-mt-12">
      <summary className="flex min-h-8 min-w-0 items-center gap-2 px-3 py-1 hover:bg-hover">
        <span className="shrink-0 font-mono text-meta font-medium">
          <StoredText text={event.tool_name ?? t("unnamedTool")} />
        </span>
        <span className="min-w-0 flex-1 truncate text-meta text-muted">
          <StoredCode text={event.files[0] ?? firstLine(event.input)} />
        </span>
        {event.is_error === true && (
          <Tag tone="red">
            <CircleX aria-hidden />
            {t("toolFailed")}
          </Tag>
        )}
      </summary>
      <div className="space-y-2 bg-sunken px-3 py-2">
        {event.input !== "" && (
          <div>
            <p className="text-meta text-muted">{t("input")}</p>
            <LongText text={pretty(event.input)} code />
          </div>
        )}
        <div>
          <p className="text-meta text-muted">{t("output")}</p>
          {event.text === "" ? (
            <p className="text-meta text-muted">{t("noOutput")}</p>
          ) : (
            <LongText text={event.text} code originalChars={event.original_chars} />
          )}
        </div>
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

/** Commands, patterns and addresses say at a glance what a call did. */
function firstLine(input: string): string {
  const value = parse(input);
  if (typeof value !== "object" || value === null) return input.slice(0, 200);
  const texts = Object.values(value).filter((entry) => typeof entry === "string");
  return (texts[0] ?? "").slice(0, 200);
}

/** Indented JSON; a capped input is no JSON any more and stays as it is. */
function pretty(input: string): string {
  const value = parse(input);
  return value === undefined ? input : JSON.stringify(value, null, 2);
}

function parse(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}
