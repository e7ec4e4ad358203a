/** How much of each kind a search finds, by words and by meaning. */
import type { IndexState } from "@/lib/contract/system";
import { formatCount } from "@/lib/format";
import { t } from "../strings";

const KINDS = [
  ["memory", t.search.kinds.memories],
  ["observation", t.search.kinds.observations],
  ["summary", t.search.kinds.sessions],
  ["prompt", t.search.kinds.prompts],
  ["event", t.search.kinds.events],
] as const;

export function IndexTable({ index }: { index: IndexState }) {
  return (
    <table className="w-full text-right">
      <thead>
        <tr className="border-b text-meta text-muted">
          <th scope="col" className="py-1 text-left font-medium">
            {t.health.kind}
          </th>
          <th scope="col" className="py-1 font-medium">
            {t.health.byWords}
          </th>
          <th scope="col" className="py-1 font-medium">
            {t.health.byMeaning}
          </th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map(([kind, label]) => (
          <tr key={kind} className="border-b">
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            <td className="py-1.5">{formatCount(index.words[kind] ?? 0)}</td>
            <td className="py-1.5">{formatCount(index.vectors[kind] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
