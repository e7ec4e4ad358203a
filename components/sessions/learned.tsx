/** What was drawn from a turn: observations and its summary. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Observation, ObsType, Summary } from "@/lib/contract/evidence";
import { StoredCode, StoredText } from "../text/stored-text";
import { Tag, type Tone } from "../ui/tag";

export const TONES: Record<ObsType, Tone> = {
  bugfix: "red",
  feature: "green",
  refactor: "cyan",
  change: "grey",
  discovery: "blue",
  decision: "violet",
};

const PARTS = ["request", "investigated", "learned", "completed", "next_steps", "notes"] as const;

/** Level of the heading: one below that of what it stands in. */
type Level = "h3" | "h4";

export function ObservationItem({
  observation,
  isLinked = false,
  heading: Heading = "h4",
}: {
  observation: Observation;
  isLinked?: boolean;
  heading?: Level;
}) {
  const labels = useTranslations("labels");
  // Rules tell the facts in the summary's prose already; nobody reads them twice.
  const facts = observation.facts.filter((fact) => !`${observation.title}\n${observation.summary}`.includes(fact));
  return (
    <article id={`observation-${observation.id}`} className="scroll-mt-12 rounded-panel border px-3 py-2">
      <div className="flex min-w-0 items-start gap-2">
        <Heading className="stored min-w-0 flex-1 font-medium">
          {isLinked ? (
            <Link
              href={`/observation/${observation.id}`}
              prefetch={false}
              className="underline-offset-2 hover:underline"
            >
              <StoredText text={observation.title} />
            </Link>
          ) : (
            <StoredText text={observation.title} />
          )}
        </Heading>
        <Tag tone={TONES[observation.obs_type]} className="mt-px">
          {labels(`type.${observation.obs_type}`)}
        </Tag>
      </div>
      {observation.subtitle !== null && (
        <p className="stored text-muted">
          <StoredText text={observation.subtitle} />
        </p>
      )}
      {observation.summary !== "" && observation.summary !== observation.title && (
        <p className="stored mt-1">
          <StoredText text={observation.summary} />
        </p>
      )}
      {facts.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-4">
          {facts.map((fact, index) => (
            <li key={index} className="stored">
              <StoredText text={fact} />
            </li>
          ))}
        </ul>
      )}
      {observation.concepts.length > 0 && (
        <p className="stored mt-1 text-meta text-muted">
          <StoredText text={observation.concepts.join(", ")} />
        </p>
      )}
    </article>
  );
}

export function SummaryItem({ summary, heading: Heading = "h4" }: { summary: Summary; heading?: Level }) {
  const t = useTranslations("session");
  const parts = PARTS.filter((name) => summary[name] !== "");
  if (parts.length === 0) return null;
  return (
    <div className="rounded-panel border bg-sunken px-3 py-2">
      <Heading className="font-medium">{t("summary")}</Heading>
      <dl className="mt-1 space-y-1">
        {parts.map((name) => (
          <div key={name} className="sm:grid sm:grid-cols-[88px_minmax(0,1fr)] sm:gap-3">
            <dt className="text-meta leading-5 text-muted">{t(`summaryParts.${name}`)}</dt>
            <dd className="stored">
              <StoredText text={summary[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function FileList({
  read,
  modified,
  heading: Heading = "h4",
}: {
  read: string[];
  modified: string[];
  heading?: Level;
}) {
  const t = useTranslations("session");
  const changed = new Set(modified);
  const files = [...changed, ...read.filter((file) => !changed.has(file))];
  if (files.length === 0) return null;
  return (
    <div>
      <Heading className="text-meta font-medium text-muted">{t("files")}</Heading>
      <ul className="mt-1 space-y-0.5">
        {[...new Set(files)].map((file) => (
          <li key={file} className="flex min-w-0 items-baseline gap-2">
            <span className="stored min-w-0">
              <StoredCode text={file} />
            </span>
            <span className="shrink-0 text-meta text-muted">{changed.has(file) ? t("modified") : t("read")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
