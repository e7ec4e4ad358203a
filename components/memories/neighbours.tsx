/** What lies near a memory in meaning, nearest first, and what to do about it. */
import { useTranslations } from "next-intl";
import type { Memory } from "@/lib/contract/memory";
import type { MemoryNeighbours } from "@/lib/contract/memory-page";
import { useNumbers } from "../numbers";
import { KeyText } from "../text/stored-text";
import { Bone } from "../ui/skeleton";
import { MemoryLine } from "./memory-line";
import { NeighbourActions } from "./neighbour-actions";

interface NeighboursProps {
  /** null = only to look: what is near is near to something else. */
  memory: Memory | null;
  near: MemoryNeighbours;
}

export function Neighbours({ memory, near }: NeighboursProps) {
  const t = useTranslations("memory");
  if (near.degraded !== null) return <p className="text-muted">{t(`near.${near.degraded.code}`)}</p>;
  if (near.items.length === 0) return <p className="text-muted">{t("near.none")}</p>;
  const close = near.items.filter(({ similarity }) => similarity >= CLOSE);
  const far = near.items.filter(({ similarity }) => similarity < CLOSE);
  return (
    <div className="space-y-2">
      {close.length === 0 ? (
        <p className="text-muted">{t("near.noneClose")}</p>
      ) : (
        <Rows memory={memory} items={close} />
      )}
      {far.length > 0 && (
        <details>
          <summary className="w-fit rounded-[4px] text-muted hover:text-text">
            {t("near.further", { count: far.length })}
          </summary>
          <div className="mt-2">
            <Rows memory={memory} items={far} />
          </div>
        </details>
      )}
    </div>
  );
}

/** From here on two statements are about the same thing. */
const CLOSE = 0.75;

function Rows({ memory, items }: { memory: Memory | null; items: MemoryNeighbours["items"] }) {
  return (
    <ol className="divide-y rounded-panel border">
      {items.map(({ memory: other, similarity }) => (
        <li key={other.id} className="px-3 py-2.5">
          <div className="flex min-w-0 items-start gap-3">
            <Similarity value={similarity} />
            <div className="min-w-0 flex-1">
              <p className="min-w-0 truncate text-muted">
                <KeyText text={other.key} oneLine />
              </p>
              <MemoryLine memory={other} whole />
              {memory !== null && memory.status === "active" && (
                <NeighbourActions
                  id={memory.id}
                  other={other.id}
                  otherIsNewer={isNewer(other, memory)}
                  // What holds must be told wherever the other was.
                  mayReplace={covers(isNewer(other, memory) ? other : memory, isNewer(other, memory) ? memory : other)}
                />
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

const isNewer = (a: Memory, b: Memory): boolean =>
  a.created_at > b.created_at || (a.created_at === b.created_at && a.id > b.id);
const covers = (newer: Memory, older: Memory): boolean =>
  newer.project_id === 0 || newer.project_id === older.project_id;

/** Below this, texts have nothing in common. */
const FLOOR = 0.6;

function Similarity({ value }: { value: number }) {
  const t = useTranslations("memory");
  const numbers = useNumbers();
  const share = Math.max(0, Math.min(1, (value - FLOOR) / (1 - FLOOR)));
  return (
    <span className="w-12 shrink-0 pt-0.5 text-meta" title={t("near.what")}>
      <span className="sr-only">{t("near.similarity")} </span>
      {numbers.percent(value)}
      <span aria-hidden className="mt-1 block h-1 rounded-full bg-sunken">
        <span className="block h-1 rounded-full bg-bar-meaning" style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </span>
  );
}

export function NeighboursSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="animate-skeleton divide-y rounded-panel border">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className="space-y-2 px-3 py-3">
          <Bone className="w-1/3" />
          <Bone className="w-5/6" />
        </div>
      ))}
    </div>
  );
}
