/** Nothing was found: where was looked, and where else to look. */
import { useTranslations } from "next-intl";
import { SearchMode, type SearchQuery } from "@/lib/contract/search";
import { FillCommands, NoMatch } from "../states/states";
import { buttonStyles } from "../ui/button";
import { ChangeLink } from "../ui/change-link";

interface NoHitsProps {
  text: string;
  query: SearchQuery;
  /** A span of days narrows it. */
  isDated: boolean;
  isEmptyStore: boolean;
  /** "in app", "in all projects". */
  scope: string;
  search: string;
}

export function NoHits({ text, query, isDated, isEmptyStore, scope, search }: NoHitsProps) {
  const t = useTranslations("search");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const states = useTranslations("states");
  const memories = useTranslations("memories");
  if (isEmptyStore) {
    return (
      <NoMatch text={t("noMatch", { query: text, scope })} hint={states("emptyStore")}>
        <FillCommands />
      </NoMatch>
    );
  }
  const looked = [
    query.type === undefined ? t("allKinds") : labels(`kind.${query.type}`),
    query.status === "all" ? t("everyStatus") : labels(`status.${query.status}`),
    t(`modeOf.${query.mode}`),
    ...(query.branch === undefined ? [] : [common("labelled", { label: t("branch"), text: query.branch })]),
    ...(isDated ? [t("inSpan")] : []),
  ].join(common("listSeparator"));
  const ways = [
    { label: common("showAllProjects"), isOn: query.project !== undefined, changes: { project: null } },
    { label: memories("lookEverywhere"), isOn: query.status !== "all", changes: { status: "all" } },
    { label: t("everyKind"), isOn: query.type !== undefined, changes: { type: null } },
    { label: t("everyBranch"), isOn: query.branch !== undefined, changes: { branch: null } },
    { label: t("anyTime"), isOn: isDated, changes: { from: null, to: null, since: null, until: null } },
    ...SearchMode.options
      .filter((mode) => mode !== query.mode)
      .map((mode) => ({ label: t(`tryMode.${mode}`), isOn: true, changes: { mode: mode === "hybrid" ? null : mode } })),
  ];
  return (
    <NoMatch text={t("noMatch", { query: text, scope })} hint={t("looked", { looked })}>
      {ways
        .filter(({ isOn }) => isOn)
        .map(({ label, changes }) => (
          <ChangeLink
            key={label}
            path="/search"
            search={search}
            changes={{ ...changes, offset: null }}
            className={buttonStyles()}
          >
            {label}
          </ChangeLink>
        ))}
    </NoMatch>
  );
}
