/** The fixed colours of a memory's state, each with its word. */
import { Archive, CircleSlash, GitCompareArrows, Globe, Layers, List, Pin, ShieldAlert, Trash2 } from "lucide-react";
import type { Memory } from "@/lib/contract/memory";
import { t } from "../strings";
import { m } from "../strings-memories";
import { StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";

export function TierTag({ tier }: { tier: Memory["tier"] }) {
  const title = `${m.tierOf[tier]} (${m.tierTerm[tier]})`;
  if (tier === "pinned") {
    return (
      <Tag tone="amber" title={title}>
        <Pin aria-hidden />
        {m.tierOf.pinned}
      </Tag>
    );
  }
  if (tier === "reference") {
    return (
      <Tag title={title}>
        <List aria-hidden />
        {m.tierOf.reference}
      </Tag>
    );
  }
  return null;
}

export function StatusTag({ status }: { status: Memory["status"] }) {
  if (status === "active") return null;
  const tone = { archived: "grey", superseded: "violet", deleted: "red" } as const;
  const Icon = { archived: Archive, superseded: Layers, deleted: Trash2 }[status];
  return (
    <Tag tone={tone[status]}>
      <Icon aria-hidden />
      {m.statusOf[status]}
    </Tag>
  );
}

export function ReviewTag({ state }: { state: Memory["review_state"] }) {
  if (state === null) return null;
  const tone = { pending: "slate", conflict: "orange", quarantined: "slate" } as const;
  const Icon = { pending: CircleSlash, conflict: GitCompareArrows, quarantined: ShieldAlert }[state];
  return (
    <Tag tone={tone[state]} title={m.reviewWhy[state]}>
      <Icon aria-hidden />
      {m.reviewOf[state]}
    </Tag>
  );
}

/** A half of an open pair. */
export function PairTag() {
  return (
    <Tag tone="orange" title={m.pairWhy}>
      <GitCompareArrows aria-hidden />
      {m.pairTag}
    </Tag>
  );
}

/** Where a list names the project of the others. */
export function AllProjectsTag() {
  return (
    <Tag title={m.allProjectsWhy}>
      <Globe aria-hidden />
      {t.common.global}
    </Tag>
  );
}

export function AttributeTag({ attribute }: { attribute: string }) {
  if (attribute === "") return null;
  return (
    <Tag>
      <span className="truncate">
        <StoredText text={attributeName(attribute)} />
      </span>
    </Tag>
  );
}

export function attributeName(attribute: string): string {
  return Object.hasOwn(m.attributeOf, attribute) ? m.attributeOf[attribute as keyof typeof m.attributeOf] : attribute;
}
