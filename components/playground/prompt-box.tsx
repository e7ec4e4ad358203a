"use client";
/** What a person would type: the URL holds it, a pause after typing is enough. */
import { useTranslations } from "next-intl";
import { useRef, useState, useTransition } from "react";
import { TextArea } from "../ui/field";
import { useUrlParams } from "../url-params";

const PAUSE_MS = 350;
const MAX_ROWS = 6;

export function PromptBox({ maxLength }: { maxLength: number }) {
  const t = useTranslations("injections");
  const { params, change } = useUrlParams();
  const fromUrl = params.get("prompt") ?? "";
  const [text, setText] = useState(fromUrl);
  const [sent, setSent] = useState(fromUrl);
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back, forward and links change the URL underneath.
  if (fromUrl !== sent && !pending) {
    setSent(fromUrl);
    setText(fromUrl);
  }
  const send = (value: string) => {
    clearTimeout(timer.current);
    setSent(value);
    startTransition(() => change({ prompt: value }));
  };
  return (
    <TextArea
      data-search
      dir="auto"
      aria-label={t("ask.prompt")}
      placeholder={t("ask.promptHint")}
      maxLength={maxLength}
      rows={Math.min(MAX_ROWS, Math.max(2, text.split("\n").length))}
      value={text}
      onChange={(event) => {
        const { value } = event.target;
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(value), PAUSE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send(text);
      }}
    />
  );
}
