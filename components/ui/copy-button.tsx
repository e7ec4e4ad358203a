"use client";
/** Copies a text and says so. */
import { useTranslations } from "next-intl";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "./button";

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations("common");
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse the clipboard to pages without permission or focus.
      toast.error(t("copyFailed"));
    }
  };
  return (
    <Button
      look="quiet"
      size="iconSmall"
      aria-label={copied ? t("copied") : (label ?? t("copy"))}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}
