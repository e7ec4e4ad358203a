/** What the list of blocks is narrowed to; the URL holds it. */
import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { InjectionFilter } from "@/lib/contract/inject";
import { useLabels, wordFor } from "../labels";
import { StoredCode } from "../text/stored-text";
import { buttonStyles } from "../ui/button";
import { UrlSelect } from "../ui/url-select";
import { hrefWith } from "../url";
import { DateRange } from "./date-range";

interface FiltersProps {
  query: InjectionFilter;
  search: string;
  senders: { hosts: string[]; events: string[] };
}

const USES = ["used", "unused", "waiting"] as const;
const RESETS = ["peek"];

export function Filters({ query, search, senders }: FiltersProps) {
  const t = useTranslations("injections");
  const labels = useLabels();
  const withChosen = (known: string[], chosen: string | undefined): string[] =>
    chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
  return (
    <div
      role="group"
      aria-label={t("filters")}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2"
      data-no-print
    >
      <UrlSelect
        label={t("filter.host")}
        param="host"
        value={query.host ?? ""}
        fallback=""
        resets={RESETS}
        choices={[
          { value: "", label: t("filter.anyHost") },
          ...withChosen(senders.hosts, query.host).map((host) => ({ value: host, label: labels.host(host) })),
        ]}
      />
      <UrlSelect
        label={t("filter.event")}
        param="event"
        value={query.event ?? ""}
        fallback=""
        resets={RESETS}
        choices={[
          { value: "", label: t("filter.anyEvent") },
          ...withChosen(senders.events, query.event).map((event) => ({
            value: event,
            label: wordFor(t, "event", event),
          })),
        ]}
      />
      <UrlSelect
        label={t("filter.use")}
        param="use"
        value={query.use ?? ""}
        fallback=""
        resets={RESETS}
        choices={[
          { value: "", label: t("filter.anyUse") },
          ...USES.map((use) => ({ value: use, label: t(`filter.${use}`) })),
        ]}
      />
      <DateRange />
      {query.session !== undefined && (
        <Link
          href={hrefWith("/injections", search, { session: null, peek: null })}
          prefetch={false}
          title={t("filter.remove")}
          className={buttonStyles({ size: "small" })}
        >
          <span className="max-w-52 truncate">
            {t.rich("filter.session", { id: () => <StoredCode text={query.session ?? ""} /> })}
          </span>
          <X aria-hidden />
          <span className="sr-only">{t("filter.remove")}</span>
        </Link>
      )}
    </div>
  );
}
