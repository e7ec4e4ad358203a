"use client";
/** Copies a text and says so. */
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { t } from "../strings";
import { Button } from "./button";

export function CopyButton({ text, label = t.common.copy }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse the clipboard to pages without permission or focus.
      toast.error(t.common.copyFailed);
    }
  };
  return (
    <Button
      look="quiet"
      size="iconSmall"
      aria-label={copied ? t.common.copied : label}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}
