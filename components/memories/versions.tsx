"use client";
/** Earlier and later versions of a memory, newest first: what changed, by whom, and the way back. */
import { useTranslations } from "next-intl";
import { Undo2 } from "lucide-react";
import Link from "next/link";
import { useTransition } from "react";
import { revertMemory } from "@/app/memories/actions";
import type { MemoryVersion } from "@/lib/contract/history";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { DiffText } from "../text/word-diff";
import { Time } from "../time/time";
import { Button } from "../ui/button";
import { StatusTag } from "./tags";

interface VersionsProps {
  /** The memory that is shown. */
  id: number;
  /** Oldest first. */
  versions: MemoryVersion[];
}

export function Versions({ id, versions }: VersionsProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const current = versions.find((version) => version.status === "active");
  return (
    <ol className="divide-y rounded-panel border">
      {versions.toReversed().map((version) => (
        <li key={version.id} className="px-4 py-2.5">
          <div className="flex min-w-0 items-start gap-2.5">
            <div className="stored min-w-0 flex-1">
              {version.diff.length === 0 ? <StoredText text={version.value} /> : <DiffText parts={version.diff} />}
            </div>
            {version.status !== "deleted" && version.value !== current?.value && <Revert id={id} to={version.id} />}
          </div>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
            {version.id === id ? (
              <span className="font-medium">{t("versions.shown")}</span>
            ) : (
              <Link
                href={`/memories/${version.id}`}
                className="text-accent-soft underline-offset-2 hover:underline"
                prefetch={false}
              >
                {labels("memory", { id: version.id })}
              </Link>
            )}
            <StatusTag status={version.status} />
            <Writer version={version} />
            <Time at={version.created_at} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Writer({ version }: { version: MemoryVersion }) {
  const labels = useTranslations("labels");
  const actor = version.steps[0]?.actor;
  if (actor === undefined) return null;
  return (
    <span>
      {labels(`actor.${actor.kind}`)}
      {actor.kind !== "person" && actor.name !== "" && (
        <>
          {" · "}
          <StoredText text={actor.name} />
        </>
      )}
    </span>
  );
}

function Revert({ id, to }: { id: number; to: number }) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  return (
    <Button
      size="small"
      disabled={pending}
      aria-label={t("versions.revertLabel", { id: to })}
      data-no-print
      onClick={() =>
        startTransition(async () => {
          await change.run(() => revertMemory(id, { to }), t("versions.reverted"));
        })
      }
    >
      <Undo2 aria-hidden />
      {t("versions.revert")}
    </Button>
  );
}
