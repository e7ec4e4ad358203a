/** How much of each kind a search finds, by words and by meaning. */
import { useTranslations } from "next-intl";
import type { IndexState } from "@/lib/contract/system";
import { useNumbers } from "../numbers";

const KINDS = [
  ["memory", "memories"],
  ["observation", "observations"],
  ["summary", "sessions"],
  ["prompt", "prompts"],
  ["event", "events"],
] as const;

export function IndexTable({ index }: { index: IndexState }) {
  const t = useTranslations("health");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  return (
    <table className="w-full text-right">
      <thead>
        <tr className="border-b text-meta text-muted">
          <th scope="col" className="py-1 text-left font-medium">
            {t("kind")}
          </th>
          <th scope="col" className="py-1 font-medium">
            {t("byWords")}
          </th>
          <th scope="col" className="py-1 font-medium">
            {t("byMeaning")}
          </th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map(([kind, name]) => (
          <tr key={kind} className="border-b">
            <th scope="row" className="py-1.5 text-left font-normal">
              {labels(`kind.${name}`)}
            </th>
            <td className="py-1.5">{numbers.count(index.words[kind] ?? 0)}</td>
            <td className="py-1.5">{numbers.count(index.vectors[kind] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
