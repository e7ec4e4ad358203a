/** One facet of a list: values with counts, each a link that sets or clears its parameter. A value with nothing is dimmed, not hidden. */
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";
import { StoredText } from "../text/stored-text";
import { ChangeLink } from "./change-link";

export interface FacetValue {
  value: string;
  label: string;
  /** Our own term, where the label is in plain words. */
  term?: string;
  /** Absent where it is not known. */
  count?: number;
}

interface FacetProps {
  name: string;
  path: string;
  param: string;
  /** The query string as it is. */
  search: string;
  current: string | undefined;
  /** Other parameters that a choice here takes away. */
  resets: readonly string[];
  values: readonly FacetValue[];
}

export function Facet({ name, path, param, search, current, resets, values }: FacetProps) {
  const numbers = useNumbers();
  const cleared = Object.fromEntries(resets.map((other) => [other, null]));
  return (
    <section aria-label={name}>
      <h2 className="px-2 pb-1 text-meta font-semibold text-muted">{name}</h2>
      <ul>
        {values.map(({ value, label, term, count }) => {
          const isOn = value === current;
          return (
            <li key={value}>
              <ChangeLink
                path={path}
                search={search}
                changes={{ ...cleared, [param]: isOn ? null : value }}
                replace
                aria-current={isOn ? "true" : undefined}
                title={term}
                className={cn(
                  "flex min-h-7 items-center gap-2 rounded-control px-2",
                  isOn ? "bg-selected font-medium" : "hover:bg-hover",
                  count === 0 && !isOn && "text-muted",
                )}
              >
                <span className="min-w-0 flex-1 truncate">
                  <StoredText text={label} />
                </span>
                {count !== undefined && <span className="shrink-0 text-meta text-muted">{numbers.count(count)}</span>}
              </ChangeLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
