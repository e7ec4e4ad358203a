/** What stands in each column of the table. */
import { useTranslations } from "next-intl";
import type { Memory } from "@/lib/contract/memory";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { useFacetWords } from "./facet-words";
import { HitsTag } from "./hits-tag";
import type { ColumnName } from "./list-view";
import { StatusTag, TierTag } from "./tags";

const SHOWN_TAGS = 2;

export function Cell({ column, memory }: { column: ColumnName; memory: Memory }) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const named = useLabels();
  const numbers = useNumbers();
  const words = useFacetWords();
  const moment = (at: number | null) => (at === null ? <Nothing /> : <Time at={at} />);
  switch (column) {
    case "key":
      return null;
    case "id":
      return memory.id;
    case "tier":
      // The usual way is said quietly: what differs from it is to be seen.
      return memory.tier === "normal" ? (
        <span className="sr-only">{labels("tier.normal")}</span>
      ) : (
        <TierTag tier={memory.tier} />
      );
    case "status":
      return memory.status === "active" ? labels("status.active") : <StatusTag status={memory.status} />;
    case "attribute":
      return memory.attribute === "" ? <Nothing /> : <StoredText text={named.attribute(memory.attribute)} />;
    case "kind":
      return memory.kind === "" ? <Nothing /> : <StoredText text={words.value("kind", memory.kind)} />;
    case "project":
      return memory.project === null ? common("allProjects") : <StoredText text={memory.project} />;
    case "branch":
      return memory.branch === null ? <Nothing /> : <StoredCode text={memory.branch} />;
    case "host":
      return memory.host === "" ? <Nothing /> : named.host(memory.host);
    case "origin":
      return memory.origin === "" ? <Nothing /> : t(`originOf.${memory.origin}`);
    case "tags":
      return <Tags tags={memory.tags} />;
    case "importance":
      return numbers.decimal(memory.importance);
    case "confidence":
      return numbers.percent(memory.confidence);
    case "hits":
      return <HitsTag hits={memory.access_count} />;
    case "last_accessed":
      return moment(memory.last_accessed);
    case "created":
      return moment(memory.created_at);
    case "changed":
      return moment(memory.updated_at);
    case "expires":
      return moment(memory.expires_at);
  }
}

function Nothing() {
  const t = useTranslations("memories");
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t("nothing")}</span>
    </>
  );
}

function Tags({ tags }: { tags: string }) {
  const all = tags.split(",").filter((tag) => tag !== "");
  if (all.length === 0) return <Nothing />;
  return (
    <span className="flex min-w-0 items-center gap-1" title={all.join(", ")}>
      {all.slice(0, SHOWN_TAGS).map((tag) => (
        <Tag key={tag} className="shrink">
          <span className="truncate">
            <StoredText text={tag} />
          </span>
        </Tag>
      ))}
      {all.length > SHOWN_TAGS && <span className="shrink-0">+{all.length - SHOWN_TAGS}</span>}
    </span>
  );
}
