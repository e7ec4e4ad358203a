/** Words for values that come as codes; one that the console has no word for keeps its own. For components of both sides. */
import { useTranslations } from "next-intl";

export interface Labels {
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
  return {
    attribute: (attribute) => wordFor(t, "attribute", attribute),
    host: (host) => wordFor(t, "host", host),
    job: (kind) => wordFor(t, "job", kind),
    row(entity) {
      const colon = entity.indexOf(":");
      const table = entity.slice(0, colon);
      const word = wordFor(t, "row", table, { id: entity.slice(colon + 1) });
      return word === table ? entity : word;
    },
  };
}
