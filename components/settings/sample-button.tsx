"use client";
/** Loads the example session into the empty store; Undo takes it out again. */
import { Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { loadExample } from "@/app/settings/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function SampleButton() {
  const t = useTranslations("states");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const load = () => startTransition(async () => void (await change.run(loadExample, t("sampleLoaded"))));
  return (
    <Button disabled={pending} aria-busy={pending} onClick={load}>
      <Sparkles aria-hidden />
      {t("loadSample")}
    </Button>
  );
}
