"use client";
/** Tries the rules of capture as they are saved: would this folder, this tool be captured, and what keeps it out? */
import { CircleCheck, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import type { CaptureVerdict } from "@/lib/contract/capture-rules";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { StoredCode, StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";

const EXAMPLES = ["~/private", "/work/*/vendor", "github.com/owner/*", "mcp__git__*"] as const;

export function CaptureTester() {
  const t = useTranslations("settings.capture");
  const wordsOf = useErrorWords();
  const [folder, setFolder] = useState("");
  const [tool, setTool] = useState("");
  const [verdict, setVerdict] = useState<Fetched<CaptureVerdict> | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setVerdict(
      await fetchJson<CaptureVerdict>("/api/capture-rules", {
        body: { ...(folder.trim() && { folder }), ...(tool.trim() && { tool }) },
      }),
    );
    setPending(false);
  };
  return (
    <div className="mt-3 space-y-3 rounded-panel border bg-surface p-3">
      <h3 className="font-medium">{t("title")}</h3>
      <dl className="grid gap-x-4 gap-y-1 text-meta sm:grid-cols-[auto_minmax(0,1fr)]">
        {EXAMPLES.map((example) => (
          <div key={example} className="contents">
            <dt>
              <StoredCode text={example} />
            </dt>
            <dd className="text-muted">{t(`examples.${EXAMPLES.indexOf(example) as 0 | 1 | 2 | 3}`)}</dd>
          </div>
        ))}
      </dl>
      <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,200px)_auto]">
        <Field id="capture-folder" label={t("folder")}>
          <Input
            id="capture-folder"
            className="font-mono text-meta"
            placeholder={t("folderExample")}
            maxLength={4096}
            autoComplete="off"
            spellCheck={false}
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
          />
        </Field>
        <Field id="capture-tool" label={t("tool")}>
          <Input
            id="capture-tool"
            className="font-mono text-meta"
            placeholder={t("toolExample")}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            value={tool}
            onChange={(event) => setTool(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={pending || (folder.trim() === "" && tool.trim() === "")}>
          {t("try")}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {verdict?.ok === false && <p className="text-red">{wordsOf(verdict.error).message}</p>}
        {verdict?.ok === true && <Verdict verdict={verdict.data} />}
      </div>
    </div>
  );
}

function Verdict({ verdict: { captured, project, reasons } }: { verdict: CaptureVerdict }) {
  const t = useTranslations("settings.capture");
  const Icon = captured ? CircleCheck : CircleSlash;
  return (
    <div className="space-y-1">
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className={`size-4 shrink-0 ${captured ? "text-green" : "text-orange"}`} />
        {captured ? t("yes") : t("no")}
      </p>
      {reasons.map(({ code, rule }) => (
        <p key={code} className="stored">
          {t(`reason.${code}`)} <StoredCode text={rule} />
        </p>
      ))}
      {project !== null && (
        <p className="stored text-muted">
          {project.id === null ? t("newProject") : t("inProject")}{" "}
          {project.id === null ? (
            <StoredText text={project.name} />
          ) : (
            <Link href={`/projects/${project.id}`} className="text-accent-soft underline underline-offset-2">
              <StoredText text={project.name} />
            </Link>
          )}{" "}
          <StoredCode text={project.key} />
        </p>
      )}
    </div>
  );
}
