"use client";
/** Keys of the EverMe gateway: made for an agent or a whole account, shown once, replaced, ended. */
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { makeKey } from "@/app/settings/gateway/actions";
import type { Account, Token } from "@/lib/contract/accounts";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Input, Select } from "../ui/field";
import { GatewayKeys } from "./gateway-keys";
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
      if (!result.ok) return;
      setSecret(result.data.secret);
      setAgentId("");
    });
  };

  return (
    <div className="space-y-3 rounded-panel border bg-surface p-3">
      <p className="text-muted">{t("intro")}</p>
      <div className="space-y-1">
        <p className="text-meta text-muted">{t("address")}</p>
        <Snippet text={url} label={t("address")} />
      </div>
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
          className="w-auto min-w-0 flex-1 basis-44"
          maxLength={64}
          pattern="[A-Za-z0-9_.\-]{1,64}"
          value={agentId}
          onChange={(event) => setAgentId(event.target.value)}
        />
        <Button type="submit" disabled={pending}>
          <KeyRound aria-hidden />
          {t("make")}
        </Button>
        <p className="basis-full text-meta text-muted">{t("agentNote")}</p>
      </form>
      {secret !== null && (
        <div role="status" className="space-y-1">
          <p className="text-orange">{t("once")}</p>
          <Snippet text={secret} label={t("secret")} />
        </div>
      )}
      <GatewayKeys
        accounts={accounts}
        tokens={tokens}
        onReplaced={setSecret}
        // What opens nothing any more is nothing to copy.
        onEnded={({ prefix }) => setSecret((shown) => (shown?.startsWith(prefix) === true ? null : shown))}
      />
      <NewAccountForm />
    </div>
  );
}
