/** Settings: every one by area, with the language model, agents, import and export, and access beside them. */
import type { Metadata } from "next";
import { headers } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { LiveRefresh } from "@/components/live/live-refresh";
import { AccessPanel } from "@/components/settings/access-panel";
import { CaptureTester } from "@/components/settings/capture-tester";
import { DangerZone } from "@/components/settings/danger-zone";
import { FirstRun } from "@/components/settings/first-run";
import { GatewayPanel } from "@/components/settings/gateway-panel";
import { HostsPanel } from "@/components/settings/hosts-panel";
import { ProviderPanel } from "@/components/settings/provider-panel";
import { SettingGroup } from "@/components/settings/setting-group";
import { TransferPanel } from "@/components/settings/transfer-panel";
import { WeightsLazy } from "@/components/settings/weights-lazy";
import type { WeightField } from "@/components/settings/weights";
import { RetryProblem } from "@/components/states/retry-problem";
import { NoMatch } from "@/components/states/states";
import { StoredText } from "@/components/text/stored-text";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { SearchBox } from "@/components/ui/search-box";
import { findTranscripts } from "@/lib/hosts/claude-code/found";
import { load } from "../_console/load";
import { isEmpty } from "../_console/overview";
import { parseParams } from "../_console/params";
import { projectChoices } from "../_console/projects";
import { readSettingsPage, type SettingsPageData, showAreas, type ShownArea } from "../_console/settings";
import { weightFields } from "../_console/weights";

const MAX_QUERY = 200;
const Query = z.object({ q: z.string().max(MAX_QUERY).optional() });
const PANELS = ["hosts", "gateway", "transfer", "access", "danger"] as const;
type Panel = (typeof PANELS)[number];

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage({ searchParams }: PageProps<"/settings">) {
  const raw = await searchParams;
  const { q = "" } = parseParams(Query, raw);
  const t = await getTranslations("settings");
  const url = `http://${(await headers()).get("host") ?? ""}`;
  // `?first` as well as `?first=1`.
  if (raw["first"] !== undefined) {
    const empty = await load(isEmpty);
    return (
      <View>
        <PageHeader title={t("title")} />
        {empty.ok ? (
          <ScrollArea label={t("first.label")}>
            <FirstRun isEmpty={empty.data} transcripts={findTranscripts()} />
          </ScrollArea>
        ) : (
          <RetryProblem {...empty.error} />
        )}
      </View>
    );
  }
  const result = await load(async (app) => {
    const data = readSettingsPage(app);
    const weights = {
      fields: await weightFields(app),
      projects: projectChoices(app).map(({ ref, name }) => ({ ref, name })),
    };
    return { data, areas: await showAreas(data.view, q), weights };
  });
  const wanted = q.trim().toLowerCase();
  const panels = PANELS.filter((panel) => t(`areas.${panel}`).toLowerCase().includes(wanted));
  return (
    <View>
      <PageHeader
        title={t("title")}
        search={
          result.ok && (
            <SearchBox
              label={t("search")}
              placeholder={t("searchHint")}
              scope={t("scope", { count: result.data.areas.reduce((sum, { settings }) => sum + settings.length, 0) })}
              maxLength={MAX_QUERY}
              resets={[]}
            />
          )
        }
      />
      <LiveRefresh kinds={["settings.", "token.", "account."]} />
      {result.ok ? (
        <SettingsBody {...result.data} panels={panels} url={url} query={q} />
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

interface BodyProps {
  data: SettingsPageData;
  areas: ShownArea[];
  weights: { fields: WeightField[]; projects: { ref: string; name: string }[] };
  panels: Panel[];
  url: string;
  query: string;
}

function SettingsBody({ data, areas, weights, panels, url, query }: BodyProps) {
  const t = useTranslations("settings");
  const anchors = [
    ...areas.map(({ area, title }) => ({ id: area as string, title })),
    ...panels.map((panel) => ({ id: panel as string, title: t(`areas.${panel}`) })),
  ];
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto grid max-w-[1120px] gap-x-8 p-4 sm:p-6 lg:grid-cols-[176px_minmax(0,1fr)] print:block">
        <nav aria-label={t("areasLabel")} className="mb-4 lg:sticky lg:top-6 lg:mb-0 lg:self-start">
          <ul className="flex flex-wrap gap-1 lg:flex-col">
            {anchors.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block rounded-control border px-2 py-1 text-muted hover:bg-hover hover:text-text lg:border-0"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 space-y-8">
          {anchors.length === 0 && <NoMatch text={t("none", { query })} hint={t("noneHint")} />}
          {[...data.view.problems, ...data.view.notes].map((problem) => (
            <p key={problem} role="note" className="stored rounded-panel border bg-sunken px-3 py-2 text-orange">
              <StoredText text={problem} />
            </p>
          ))}
          {areas.map(({ area, title, settings }) => (
            <div key={area}>
              <SettingGroup area={area} title={title} settings={settings} />
              {area === "injecting" && weights.projects.length > 0 && (
                <WeightsLazy {...weights} ask={{ event: "session-start", prompt: "" }} />
              )}
              {area === "models" && <ProviderPanel llm={data.llm} />}
              {area === "capturing" && <CaptureTester />}
            </div>
          ))}
          {panels.map((panel) => (
            <section key={panel} id={panel} aria-labelledby={`${panel}-title`} className="scroll-mt-4">
              <h2 id={`${panel}-title`} className="mb-2 text-section font-semibold">
                {t(`areas.${panel}`)}
              </h2>
              {panel === "hosts" && <Hosts data={data} url={url} />}
              {panel === "gateway" && <GatewayPanel {...data.gateway} url={url} />}
              {panel === "transfer" && <TransferPanel transcripts={data.transcripts} projects={data.projects} />}
              {panel === "access" && <AccessPanel {...data.access} />}
              {panel === "danger" && <DangerZone projects={data.projects} setHere={data.setHere} />}
            </section>
          ))}
        </div>
      </div>
    </ScrollArea>
  );
}

function Hosts({ data, url }: Pick<BodyProps, "data" | "url">) {
  const t = useTranslations("settings");
  const { access, hosts } = data;
  return (
    <>
      <p className="mb-2 text-muted">{t("hosts.intro")}</p>
      <HostsPanel
        url={url}
        tokenFile={access.isTokenRequired ? `${access.home}/token` : null}
        program={access.program}
        seen={hosts}
      />
    </>
  );
}
