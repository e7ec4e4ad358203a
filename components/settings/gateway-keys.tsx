"use client";
/** The keys that open something: whose, how old, when used; replaced or revoked after a question, since neither is taken back. */
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { endKey, replaceKey } from "@/app/settings/gateway/actions";
import type { Account, Token } from "@/lib/contract/accounts";
import { useChange } from "../change/change-context";
import { StoredCode } from "../text/stored-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

interface GatewayKeysProps {
  accounts: Account[];
  tokens: Token[];
  /** Is told the new key. */
  onReplaced(secret: string): void;
  onEnded(token: Token): void;
}

export function GatewayKeys({ accounts, tokens, onReplaced, onEnded }: GatewayKeysProps) {
  const t = useTranslations("settings.gateway");
  const format = useFormatter();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (tokens.length === 0) return <p className="text-muted">{t("none")}</p>;
  const day = (at: number): string => format.dateTime(at, { dateStyle: "medium" });
  const localId = accounts.find(({ is_local }) => is_local)?.id;
  return (
    <>
      <ul aria-label={t("list")} className="divide-y border-t">
        {tokens.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-60 break-words">
              <StoredCode text={`${token.prefix}…`} /> {token.account_id === localId ? t("yours") : token.account}
              {" · "}
              {token.agent_id ?? t("allAgents")}
              <span className="block text-meta text-muted">
                {t("since", { day: day(token.created_at_epoch) })}
                {" · "}
                {token.last_used_at_epoch === null ? t("neverUsed") : t("used", { day: day(token.last_used_at_epoch) })}
              </span>
            </span>
            <span className="flex gap-2">
              <Button
                aria-haspopup="dialog"
                onClick={() => setAsked({ what: "replace", token })}
                aria-label={t("replaceOne", { key: token.prefix })}
              >
                {t("replace")}
              </Button>
              <Button
                aria-haspopup="dialog"
                onClick={() => setAsked({ what: "end", token })}
                aria-label={t("endOne", { key: token.prefix })}
              >
                {t("end")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked !== null && <Question {...asked} onReplaced={onReplaced} onEnded={onEnded} close={() => setAsked(null)} />}
    </>
  );
}

interface Asked {
  what: "replace" | "end";
  token: Token;
}

interface QuestionProps extends Asked, Pick<GatewayKeysProps, "onReplaced" | "onEnded"> {
  close(): void;
}

function Question({ what, token, onReplaced, onEnded, close }: QuestionProps) {
  const t = useTranslations("settings.gateway");
  const common = useTranslations("common");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const act = () =>
    startTransition(async () => {
      if (what === "replace") {
        const result = await change.run(() => replaceKey(token.id), t("replaced"));
        if (result.ok) onReplaced(result.data.secret);
      } else {
        const result = await change.run(() => endKey(token.id), t("ended"));
        if (result.ok) onEnded(token);
      }
      close();
    });
  const key = token.prefix;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(`${what}Title`, { key })}
      description={t(`${what}What`, { agent: token.agent_id ?? t("allAgents") })}
    >
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={close} disabled={pending}>
          {common("cancel")}
        </Button>
        <Button look="danger" disabled={pending} onClick={act}>
          {t(what)}
        </Button>
      </div>
    </Dialog>
  );
}
