"use client";
/** Whether a session runs: one that never said goodbye and has been silent for half an hour does not. */
import { useTranslations } from "next-intl";
import type { Session } from "@/lib/contract/evidence";
import { SESSION_SILENT_MS } from "@/lib/contract/words";
import { useTime } from "../time/time-context";
import { Tag } from "../ui/tag";

interface SessionStateTagProps {
  session: Pick<Session, "status" | "last_event_at">;
  /** Lists leave finished sessions unmarked: they are the rule. */
  onlyRunning?: boolean;
}

export function SessionStateTag({ session, onlyRunning = false }: SessionStateTagProps) {
  const t = useTranslations("session");
  const { now } = useTime();
  const isRunning = session.status === "active" && now - session.last_event_at < SESSION_SILENT_MS;
  if (isRunning) return <Tag tone="teal">{t("state.running")}</Tag>;
  return onlyRunning ? null : <Tag>{session.status === "complete" ? t("state.complete") : t("state.silent")}</Tag>;
}
