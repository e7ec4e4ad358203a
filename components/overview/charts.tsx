/** The charts of the overview: the words and the links for the numbers that the server counted. */
import { useTranslations } from "next-intl";
import type { InjectedTokens, ModelSpend, OverviewDay } from "@/lib/contract/overview";
import { HeatMap } from "../charts/heat-map";
import { rowsOf } from "../charts/rows";
import { Trend } from "../charts/trend";
import type { DayLink } from "../charts/types";
import { useNumbers } from "../numbers";

interface Scoped {
  project: string | undefined;
}

const timeline = (project: string | undefined, kind?: string): DayLink => ({
  path: "/timeline",
  project: project ?? null,
  hasDays: true,
  ...(kind === undefined ? {} : { more: { kind } }),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function YearMap({ year, project }: { year: OverviewDay[] } & Scoped) {
  const t = useTranslations("overview");
  const days = year.map(({ day, prompts, observations }) => ({ day, count: prompts + observations }));
  return (
    <HeatMap
      title={t("year")}
      label={t("yearLabel")}
      days={days}
      total={t("yearTotal", {
        count: sum(days.map(({ count }) => count)),
        days: days.filter(({ count }) => count > 0).length,
      })}
      link={timeline(project)}
    />
  );
}

export function GrowthChart({ days, project }: { days: OverviewDay[] } & Scoped) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const added = sum(days.map(({ memories }) => memories));
  return (
    <Trend
      title={t("growth")}
      aside={t("growthAside", { count: added })}
      kind="area"
      unit="count"
      series={[{ label: t("active"), colour: "accent", total: numbers.count(days.at(-1)?.active ?? 0) }]}
      rows={rowsOf(days, ({ active }) => [active], "stock")}
      link={timeline(project, "memory")}
    />
  );
}

export function ActivityChart({ days, project }: { days: OverviewDay[] } & Scoped) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const totalOf = (pick: (day: OverviewDay) => number) => numbers.count(sum(days.map(pick)));
  return (
    <Trend
      title={t("activity")}
      kind="bar"
      unit="count"
      series={[
        { label: t("sessions"), colour: "teal", total: totalOf(({ sessions }) => sessions) },
        { label: t("prompts"), colour: "blue", total: totalOf(({ prompts }) => prompts) },
        { label: t("observations"), colour: "green", total: totalOf(({ observations }) => observations) },
      ]}
      rows={rowsOf(days, ({ sessions, prompts, observations }) => [sessions, prompts, observations])}
      link={timeline(project)}
    />
  );
}

export function InjectedChart({ days, project }: { days: InjectedTokens[] } & Scoped) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const injected = sum(days.map((day) => day.injected));
  const used = sum(days.map((day) => day.used));
  return (
    <Trend
      title={t("tokens")}
      aside={t("tokensAside", { count: sum(days.map(({ blocks }) => blocks)) })}
      kind="bar"
      unit="tokens"
      isTogether
      series={[
        { label: t("injected"), colour: "soft", total: numbers.count(injected) },
        {
          label: t("used"),
          colour: "accent",
          total:
            injected === 0
              ? numbers.count(used)
              : t("usedShare", { count: used, share: numbers.percent(used / injected) }),
        },
      ]}
      rows={rowsOf(days, (day) => [day.injected, day.used])}
      link={{ path: "/injections", project: project ?? null, hasDays: true }}
    />
  );
}

export function SpendChart({ days, project, limit }: { days: ModelSpend[]; limit: number | null } & Scoped) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const isDaily = days.length <= 100;
  return (
    <Trend
      title={t("spend")}
      aside={t("spendAside", { count: sum(days.map(({ calls }) => calls)) })}
      kind="bar"
      unit="tokens"
      series={[{ label: t("spendTokens"), colour: "amber", total: numbers.count(sum(days.map((day) => day.tokens))) }]}
      rows={rowsOf(days, (day) => [day.tokens])}
      link={{ path: "/health", project: project ?? null, hasDays: false }}
      limit={limit === null || !isDaily ? null : { value: limit, label: t("budgetLine", { count: limit }) }}
    />
  );
}
