"use client";
/** Keys of the EverMe gateway: made for an agent or a whole account, shown once, replaced, ended. */
import { KeyRound } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { endKey, makeKey, replaceKey } from "@/app/settings/gateway/actions";
import type { Account, Token } from "@/lib/contract/accounts";
import { useChange } from "../change/change-context";
import { StoredCode } from "../text/stored-text";
import { Button } from "../ui/button";
import { Input, Select } from "../ui/field";
import { NewAccountForm } from "./new-account-form";
import { Snippet } from "./snippet";

interface GatewayPanelProps {
  accounts: Account[];
  /** Those that open something. */
  tokens: Token[];
  /** Address of this server. */
  url: string;
}

export function GatewayPanel({ accounts, tokens, url }: GatewayPanelProps) {
  const t = useTranslations("settings.gateway");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [secret, setSecret] = useState<string | null>(null);
  const [agentId, setAgentId] = useState("");
  const [account, setAccount] = useState(accounts[0]?.id ?? 1);

  const make = (event: FormEvent) => {
    event.preventDefault();
    const agent = agentId.trim();
    startTransition(async () => {
      const result = await change.run(
        () => makeKey(agent === "" ? { kind: "emk", account } : { kind: "evt", account, agentId: agent }),
        t("made"),
      );
      if (result.ok) setSecret(result.data.secret);
    });
  };
  const replace = (id: number) =>
    startTransition(async () => {
      const result = await change.run(() => replaceKey(id), t("replaced"));
      if (result.ok) setSecret(result.data.secret);
    });
  const end = (id: number) => startTransition(async () => void (await change.run(() => endKey(id), t("ended"))));

  return (
    <div className="space-y-3 rounded-panel border bg-surface p-3">
      <p className="text-muted">{t("intro")}</p>
      <Snippet text={`${url}/api/v1`} label={t("address")} />
      <form onSubmit={make} className="flex flex-wrap items-center gap-2">
        {accounts.length > 1 && (
          <Select
            aria-label={t("account")}
            value={account}
            onChange={(event) => setAccount(Number(event.target.value))}
          >
            {accounts.map(({ id, name, is_local }) => (
              <option key={id} value={id}>
                {is_local ? t("yours") : name}
              </option>
            ))}
          </Select>
        )}
        <Input
          aria-label={t("agent")}
          placeholder={t("agentHint")}
          className="w-auto min-w-0 flex-1 basis-52"
          maxLength={64}
          pattern="[A-Za-z0-9_.\-]{1,64}"
          value={agentId}
          onChange={(event) => setAgentId(event.target.value)}
        />
        <Button type="submit" disabled={pending}>
          <KeyRound aria-hidden />
          {t("make")}
        </Button>
      </form>
      {secret !== null && (
        <div role="status" className="space-y-1">
          <p className="text-orange">{t("once")}</p>
          <Snippet text={secret} label={t("secret")} />
        </div>
      )}
      <KeyList accounts={accounts} tokens={tokens} pending={pending} replace={replace} end={end} />
      <NewAccountForm />
    </div>
  );
}

interface KeyListProps extends Pick<GatewayPanelProps, "accounts" | "tokens"> {
  pending: boolean;
  replace(id: number): void;
  end(id: number): void;
}

function KeyList({ accounts, tokens, pending, replace, end }: KeyListProps) {
  const t = useTranslations("settings.gateway");
  const format = useFormatter();
  if (tokens.length === 0) return <p className="text-muted">{t("none")}</p>;
  const day = (at: number): string => format.dateTime(at, { dateStyle: "medium" });
  const localId = accounts.find(({ is_local }) => is_local)?.id;
  return (
    <ul aria-label={t("list")} className="divide-y border-t">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-60">
            <StoredCode text={`${token.prefix}…`} /> {token.account_id === localId ? t("yours") : token.account}
            {" · "}
            {token.agent_id ?? t("allAgents")}
            <span className="block text-meta text-muted">
              {t("since", { day: day(token.created_at_epoch) })}
              {" · "}
              {token.last_used_at_epoch === null ? t("neverUsed") : t("used", { day: day(token.last_used_at_epoch) })}
            </span>
          </span>
          <Button
            disabled={pending}
            onClick={() => replace(token.id)}
            aria-label={t("replaceOne", { key: token.prefix })}
          >
            {t("replace")}
          </Button>
          <Button
            look="danger"
            disabled={pending}
            onClick={() => end(token.id)}
            aria-label={t("endOne", { key: token.prefix })}
          >
            {t("end")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
