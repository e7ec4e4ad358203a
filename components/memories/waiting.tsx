"use client";
/** What of a memory waits for a person: what stands against it, and the decision. */
import { useTranslations } from "next-intl";
import { Archive, Check, GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { useTransition } from "react";
import { approveMemory, decidePair, moveMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import type { PairResolution, ReviewPair } from "@/lib/contract/review";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { hrefWith } from "../url";

interface WaitingProps {
  memory: Memory;
  /** Open ones that the memory is a half of. */
  pairs: ReviewPair[];
}

/** Nothing where nothing waits. */
export function Waiting({ memory, pairs }: WaitingProps) {
  const t = useTranslations("memory");
  const isHeld = memory.review_state !== null && memory.status === "active";
  // A conflict is decided by its pair; alone it can only be approved.
  const needsApproval = isHeld && pairs.every((pair) => pair.kind !== "conflict" || pair.newer === null);
  if (!isHeld && pairs.length === 0) return null;
  return (
    <section
      aria-label={t("waiting.title")}
      className="rounded-panel border border-orange/40 bg-sunken p-3"
      data-no-print
    >
      <h2 className="flex items-center gap-1.5 text-section font-semibold text-orange">
        <GitCompareArrows aria-hidden className="size-4" />
        {t("waiting.title")}
        <Link
          href={reviewHref(memory, pairs)}
          prefetch={false}
          className="ml-auto text-meta font-normal text-accent-soft underline-offset-2 hover:underline"
        >
          {t("waiting.inbox")}
        </Link>
      </h2>
      {pairs.length > 0 && (
        <ul className="mt-2 space-y-3">
          {pairs.map((pair) => (
            <li key={pair.id}>
              <Against memory={memory} pair={pair} />
            </li>
          ))}
        </ul>
      )}
      {needsApproval && <Approval memory={memory} />}
    </section>
  );
}

/** Where the inbox shows the same; a quarantined one is there as what it looks like, which only the server knows. */
function reviewHref(memory: Memory, pairs: ReviewPair[]): string {
  const pair = pairs[0];
  if (pair !== undefined) return hrefWith("/review", "", { at: `${pair.kind}:${pair.id}` });
  return hrefWith("/review", "", {
    kind: memory.review_state === "conflict" ? "held" : memory.review_state,
    at: memory.review_state === "pending" ? `pending:${memory.id}` : null,
  });
}

function Against({ memory, pair }: { memory: Memory; pair: ReviewPair }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const isOlder = pair.older?.id === memory.id;
  const other = isOlder ? pair.newer : pair.older;
  const text = other?.value ?? pair.candidate?.value ?? "";
  const decide = (resolution: PairResolution) =>
    startTransition(async () => {
      await change.run(
        () => decidePair(pair.id, { resolution, revision: pair.revision }),
        t(`waiting.done.${resolution}`),
      );
    });
  return (
    <div>
      <p className="text-meta text-muted">
        {isOlder ? t(`waiting.newer.${pair.kind}`) : t(`waiting.older.${pair.kind}`)}
        {other !== null && (
          <>
            {" "}
            <Link
              href={`/memories/${other.id}`}
              prefetch={false}
              className="text-accent-soft underline-offset-2 hover:underline"
            >
              {labels("memory", { id: other.id })}
            </Link>
          </>
        )}
        {other === null && <> {t("waiting.notStored")}</>}
      </p>
      <p className="stored mt-0.5 font-medium">
        <StoredText text={text} />
      </p>
      <div role="group" aria-label={t("waiting.decide", { pair: pair.id })} className="mt-2 flex flex-wrap gap-2">
        {(["keep_older", "take_newer", "keep_both"] as const).map((resolution) => (
          <Button key={resolution} size="small" disabled={pending} onClick={() => decide(resolution)}>
            {t(`waiting.resolution.${resolution}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Approval({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  return (
    <div role="group" aria-label={t("actions")} className="mt-3 flex flex-wrap gap-2">
      <Button
        size="small"
        disabled={pending}
        onClick={() =>
          startTransition(async () => {
            await change.run(() => approveMemory(memory.id, { revision: memory.revision }), t("waiting.approved"));
          })
        }
      >
        <Check aria-hidden />
        {t("waiting.approve")}
      </Button>
      <Button
        size="small"
        disabled={pending}
        onClick={() =>
          startTransition(async () => {
            await change.run(() => moveMemory(memory.id, "archived"), t("archived"));
          })
        }
      >
        <Archive aria-hidden />
        {t("archive")}
      </Button>
    </div>
  );
}
