/** How each agent is connected, and when anything was last heard of it; what to paste by hand is folded. */
import { useTranslations } from "next-intl";
import { SupportedHost } from "@/lib/contract/capture";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { McpHosts } from "./mcp-hosts";
import { Snippet } from "./snippet";
import { claudeHooks, connectCommand, ingestExample, kimiHooks } from "./snippets";

interface HostsPanelProps {
  /** Where this page came from, without a slash at its end. */
  url: string;
  tokenFile: string | null;
  /** Path of the program that agents call. */
  program: string;
  seen: { host: string; sessions: number; lastEventAt: number }[];
}

export function HostsPanel({ url, tokenFile, program, seen }: HostsPanelProps) {
  const t = useTranslations("settings.hosts");
  const known: readonly string[] = SupportedHost.options;
  const others = seen.map(({ host }) => host).filter((host) => !known.includes(host));
  return (
    <div className="divide-y rounded-panel border bg-surface">
      <div className="space-y-2 p-3">
        <h3 className="font-medium">{t("all")}</h3>
        <p className="text-meta text-muted">{t("allWhat")}</p>
        <Snippet text={connectCommand(program)} label={t("copyAll")} />
      </div>
      <ul className="divide-y">
        {[...known, ...others].map((host) => (
          <HostRow key={host} host={host} seen={seen.find((one) => one.host === host)} />
        ))}
      </ul>
      <McpHosts url={url} program={program} />
      <details className="p-3">
        <summary className="w-fit rounded-[4px] font-medium">{t("byHand")}</summary>
        <p className="mt-1 text-meta text-muted">{t("byHandWhat")}</p>
        <div className="mt-3 space-y-4">
          <ByHand name={t("claude")} where={t("claudeWhere")} text={claudeHooks(url, tokenFile)} />
          <ByHand name={t("kimi")} where={t("kimiWhere")} text={kimiHooks(program)} />
          <ByHand name={t("other")} where={t("otherWhere")} text={ingestExample(url, tokenFile)} />
        </div>
      </details>
    </div>
  );
}

function HostRow({ host, seen }: { host: string; seen: HostsPanelProps["seen"][number] | undefined }) {
  const t = useTranslations("settings.hosts");
  const labels = useLabels();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
      <StoredText text={labels.host(host)} className="font-medium" />
      <span className="ml-auto text-meta text-muted">
        {seen === undefined ? (
          t("never")
        ) : (
          <>
            {t("lastSeen")} <Time at={seen.lastEventAt} className="text-text" /> ·{" "}
            {t("sessions", { count: seen.sessions })}
          </>
        )}
      </span>
    </li>
  );
}

function ByHand({ name, where, text }: { name: string; where: string; text: string }) {
  const t = useTranslations("settings.hosts");
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h3 className="font-medium">{name}</h3>
        <span className="text-meta text-muted">{where}</span>
      </div>
      <Snippet text={text} label={t("copy", { host: name })} />
    </div>
  );
}
