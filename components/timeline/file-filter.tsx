"use client";
/** A file to narrow to: typed or chosen among those that were touched last. */
import { useTranslations } from "next-intl";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/field";
import { useUrlParams } from "../url-params";
import { RESETS } from "./place";

const MAX = 1024;

export function FileFilter({ files }: { files: string[] }) {
  const t = useTranslations("timeline");
  const id = useId();
  const { params, change } = useUrlParams();
  const current = params.get("file") ?? "";
  const [text, setText] = useState(current);
  const [shown, setShown] = useState(current);
  if (current !== shown) {
    setShown(current);
    setText(current);
  }
  const go = (file: string) => {
    const cleared = Object.fromEntries(RESETS.map((name) => [name, null]));
    change({ ...cleared, file: file.trim() });
  };
  const onChange = (value: string) => {
    setText(value);
    // A suggestion that was chosen needs no Enter.
    if (files.includes(value)) go(value);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    go(text);
  };
  return (
    <form onSubmit={onSubmit} className="px-2">
      <label htmlFor={id} className="block pb-1 text-meta font-semibold text-muted">
        {t("file")}
      </label>
      <div className="flex items-center gap-1">
        <Input
          id={id}
          list={`${id}-files`}
          value={text}
          maxLength={MAX}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("fileHint")}
          title={t("fileFind")}
          className="font-mono text-meta"
          onChange={(event) => onChange(event.target.value)}
        />
        {current !== "" && (
          <Button
            look="quiet"
            size="iconSmall"
            aria-label={t("clearFile")}
            title={t("clearFile")}
            onClick={() => go("")}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      <datalist id={`${id}-files`}>
        {files.map((file) => (
          <option key={file} value={file} />
        ))}
      </datalist>
    </form>
  );
}
