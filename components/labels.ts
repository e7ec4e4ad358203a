/** Words for values that come as codes; one that the console has no word for keeps its own. For components of both sides. */
import { useTranslations } from "next-intl";
import type { Actor } from "@/lib/contract/common";

export interface Labels {
  /** Who did it: `You`, `Agent · Claude Code`, `Keepsake · keeping house`. */
  actor(actor: Actor): string;
  /** Of an actor the name alone, which no word of ours stands for where it is an agent's own. */
  actorName(actor: Actor): string;
  /** What an observation shows, e.g. `gotcha`. */
  concept(concept: string): string;
  attribute(attribute: string): string;
  host(host: string): string;
  /** Kind of a job, `noun.verb`. */
  job(kind: string): string;
  /** Rows as operations and receipts name them, `memories:12`. */
  row(entity: string): string;
}

type Values = Record<string, string | number>;

interface Open {
  (key: string, values?: Values): string;
  has(key: string): boolean;
  raw(key: string): unknown;
}

/** `t(group.code)` if there is such a message, else the code as it came. */
export function wordFor(t: unknown, group: string, code: string, values?: Values): string {
  const open = t as Open;
  const key = `${group}.${code}`;
  // Codes come from outside: one may be empty, spell what every object has by birth, or name a group of messages.
  const isNatural = key.split(".").some((part) => part === "" || part in Object.prototype);
  return !isNatural && open.has(key) && typeof open.raw(key) === "string" ? open(key, values) : code;
}

export function useLabels(): Labels {
  const t = useTranslations("labels");
  const actorName = ({ kind, name }: Actor): string => {
    const word = wordFor(t, `actorName.${kind}`, name);
    return kind === "agent" && word === name ? wordFor(t, "host", name) : word;
  };
  return {
    actorName,
    actor(actor) {
      const kind = t(`actor.${actor.kind}`);
      const isPlain = actor.name === "" || (actor.kind === "person" && actor.name === "console");
      return isPlain ? kind : t("actorLine", { kind, name: actorName(actor) });
    },
    concept: (concept) => wordFor(t, "concept", concept),
    attribute: (attribute) => wordFor(t, "attribute", attribute),
    host: (host) => wordFor(t, "host", host),
    job: (kind) => wordFor(t, "job", kind),
    row(entity) {
      if (entity === "store") return t("store");
      const colon = entity.indexOf(":");
      const table = entity.slice(0, colon);
      const word = wordFor(t, "row", table, { id: entity.slice(colon + 1) });
      return word === table ? entity : word;
    },
  };
}
