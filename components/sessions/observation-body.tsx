/** One observation read at length. */
import { useTranslations } from "next-intl";
import type { Observation } from "@/lib/contract/evidence";
import { Markdown } from "../text/markdown";
import { StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";
import { TONES } from "./learned";

export function ObservationBody({ observation }: { observation: Observation }) {
  const labels = useTranslations("labels");
  const { title, subtitle, summary, concepts, obs_type: type } = observation;
  const facts = observation.facts.filter((fact) => !`${title}\n${summary}`.includes(fact));
  return (
    <article className="min-w-0 space-y-3">
      <div>
        <h2 className="stored text-title font-medium">
          <StoredText text={title} />
        </h2>
        {subtitle !== null && (
          <p className="stored mt-0.5 text-read text-muted">
            <StoredText text={subtitle} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Tag tone={TONES[type]}>{labels(`type.${type}`)}</Tag>
        {concepts.map((concept) => (
          <Tag key={concept}>
            <span className="truncate">
              <StoredText text={concept} />
            </span>
          </Tag>
        ))}
      </div>
      {summary !== "" && summary !== title && <Markdown text={summary} className="text-read" />}
      {facts.length > 0 && (
        <ul className="list-disc space-y-1 pl-5 text-read">
          {facts.map((fact, index) => (
            <li key={index} className="stored">
              <StoredText text={fact} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
