/** What to paste into each agent, and when anything was last heard of it. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { McpHosts } from "./mcp-hosts";
import { Snippet } from "./snippet";
import { claudeHooks, ingestExample, kimiHooks } from "./snippets";

interface HostsPanelProps {
  /** Where this page came from, without a slash at its end. */
  url: string;
  tokenFile: string | null;
  /** Path of the program that agents call. */
  program: string;
  seen: { host: string; sessions: number; lastEventAt: number }[];
}

const KNOWN = ["claude-code", "kimi"];

export function HostsPanel({ url, tokenFile, program, seen }: HostsPanelProps) {
  const t = useTranslations("settings.hosts");
  const others = seen.filter(({ host }) => !KNOWN.includes(host));
  return (
    <div className="divide-y rounded-panel border bg-surface">
      <Host
        name={t("claude")}
        where={t("claudeWhere")}
        text={claudeHooks(url, tokenFile)}
        seen={seen.find(({ host }) => host === "claude-code")}
      />
      <Host
        name={t("kimi")}
        where={t("kimiWhere")}
        text={kimiHooks(program)}
        seen={seen.find(({ host }) => host === "kimi")}
      />
      <Host name={t("other")} where={t("otherWhere")} text={ingestExample(url, tokenFile)} seen={others[0]}>
        {others.length > 0 && (
          <p className="text-meta text-muted">
            <StoredText text={t("also", { hosts: others.map(({ host }) => host).join(", ") })} />
          </p>
        )}
      </Host>
      <McpHosts url={url} program={program} />
    </div>
  );
}

interface HostProps {
  name: string;
  where: string;
  text: string;
  seen: HostsPanelProps["seen"][number] | undefined;
  children?: ReactNode;
}

function Host({ name, where, text, seen, children }: HostProps) {
  const t = useTranslations("settings.hosts");
  return (
    <div className="space-y-2 p-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h3 className="font-medium">{name}</h3>
        <span className="text-meta text-muted">{where}</span>
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
      </div>
      <Snippet text={text} label={t("copy", { host: name })} />
      {children}
    </div>
  );
}
