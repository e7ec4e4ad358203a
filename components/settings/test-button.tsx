"use client";
/** Asks the language model once and says what came of it, beside the button. */
import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { askForTest } from "@/app/settings/actions";
import type { LlmTest } from "@/lib/contract/llm";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function TestButton() {
  const t = useTranslations("settings.provider");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [test, setTest] = useState<LlmTest | null>(null);
  const ask = () =>
    startTransition(async () => {
      const result = await change.run(() => askForTest(), "");
      setTest(result.ok ? result.data : null);
    });
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button disabled={pending} onClick={ask}>
          <PlugZap aria-hidden />
          {pending ? t("testing") : t("test")}
        </Button>
        <span className="text-meta text-muted">{t("testHint")}</span>
      </div>
      <div role="status" className="empty:hidden">
        {test !== null && (
          <p className={test.ok ? "text-green" : "text-red"}>
            {test.ok
              ? t("testOk", { provider: test.provider ?? "", ms: test.durationMs })
              : t("testFailed", { reason: [test.reason, test.httpStatus].filter((part) => part !== null).join(" ") })}
            {test.hint !== null && <span className="stored block text-muted">{test.hint}</span>}
          </p>
        )}
      </div>
    </div>
  );
}
