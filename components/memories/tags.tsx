/** The fixed colours of a memory's state, each with its word. */
import { useTranslations } from "next-intl";
import { Archive, CircleSlash, GitCompareArrows, Globe, Layers, List, Pin, ShieldAlert, Trash2 } from "lucide-react";
import type { Memory } from "@/lib/contract/memory";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";

export function TierTag({ tier }: { tier: Memory["tier"] }) {
  const labels = useTranslations("labels");
  const label = labels(`tier.${tier}`);
  const title = labels("withTerm", { label, term: labels(`tierTerm.${tier}`) });
  if (tier === "pinned") {
    return (
      <Tag tone="amber" title={title}>
        <Pin aria-hidden />
        {label}
      </Tag>
    );
  }
  if (tier === "reference") {
    return (
      <Tag title={title}>
        <List aria-hidden />
        {label}
      </Tag>
    );
  }
  return null;
}

export function StatusTag({ status }: { status: Memory["status"] }) {
  const labels = useTranslations("labels");
  if (status === "active") return null;
  const tone = { archived: "grey", superseded: "violet", deleted: "red" } as const;
  const Icon = { archived: Archive, superseded: Layers, deleted: Trash2 }[status];
  return (
    <Tag tone={tone[status]}>
      <Icon aria-hidden />
      {labels(`status.${status}`)}
    </Tag>
  );
}

export function ReviewTag({ state }: { state: Memory["review_state"] }) {
  const labels = useTranslations("labels");
  if (state === null) return null;
  const tone = { pending: "slate", conflict: "orange", quarantined: "slate" } as const;
  const Icon = { pending: CircleSlash, conflict: GitCompareArrows, quarantined: ShieldAlert }[state];
  return (
    <Tag tone={tone[state]} title={labels(`reviewWhy.${state}`)}>
      <Icon aria-hidden />
      {labels(`review.${state}`)}
    </Tag>
  );
}

/** A half of an open pair. */
export function PairTag() {
  const labels = useTranslations("labels");
  return (
    <Tag tone="orange" title={labels("pairWhy")}>
      <GitCompareArrows aria-hidden />
      {labels("pair")}
    </Tag>
  );
}

/** Where a list names the project of the others. */
export function AllProjectsTag() {
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  return (
    <Tag title={labels("allProjectsWhy")}>
      <Globe aria-hidden />
      {common("allProjects")}
    </Tag>
  );
}

export function AttributeTag({ attribute }: { attribute: string }) {
  const labels = useLabels();
  if (attribute === "") return null;
  return (
    <Tag>
      <span className="truncate">
        <StoredText text={labels.attribute(attribute)} />
      </span>
    </Tag>
  );
}
