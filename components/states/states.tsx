/** The states of a list that are not data: empty with what fills it, no match, and what went wrong. */
import { useTranslations } from "next-intl";
import { CircleAlert, Inbox, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { ShownError } from "../change/result";
import { SampleButton } from "../settings/sample-button";
import { IMPORT_HISTORY } from "../settings/snippets";
import { Command } from "./command";
import { useErrorWords } from "./error-words";

interface StateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  role?: "alert" | "status";
}

function State({ icon, title, children, role }: StateProps) {
  return (
    <div role={role} className="mx-auto flex max-w-[520px] flex-col items-center px-6 py-14 text-center">
      <div className="mb-3 text-muted [&_svg]:size-6">{icon}</div>
      <h2 className="text-[15px] leading-6 font-semibold">{title}</h2>
      {children}
    </div>
  );
}

/** Nothing is stored yet: one sentence, and the command that fills the view. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <State icon={<Inbox aria-hidden />} title={title}>
      <p className="mt-1 text-muted">{text}</p>
      {children ?? <FillCommands />}
    </State>
  );
}

export function FillCommands() {
  const t = useTranslations("states");
  return (
    <div className="mt-4 w-full text-left">
      <p className="text-meta text-muted">{t("command")}</p>
      <Command words={IMPORT_HISTORY} />
      <p className="mt-3 mb-2 text-meta text-muted">{t("sample")}</p>
      <SampleButton />
    </div>
  );
}

/** Something is stored, but the filters leave nothing. */
export function NoMatch({ text, hint, children }: { text: ReactNode; hint?: string; children?: ReactNode }) {
  const t = useTranslations("states");
  return (
    <State icon={<SearchX aria-hidden />} title={t("noMatch")} role="status">
      <p className="stored mt-1 max-w-full text-muted">{text}</p>
      {hint !== undefined && <p className="mt-1 text-muted">{hint}</p>}
      {children !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </State>
  );
}

/** What, why, what to do, and the id that finds the log line. Never looks like "no results" (U08). */
export function Problem({ error, children }: { error: ShownError; children?: ReactNode }) {
  const t = useTranslations("states");
  const { message, detail, hint, request } = useErrorWords()(error);
  return (
    <State icon={<CircleAlert aria-hidden className="text-red" />} title={t("problem")} role="alert">
      <p className="stored mt-1 max-w-full">{message}</p>
      {detail !== null && <p className="stored mt-1 max-w-full text-muted">{detail}</p>}
      {hint !== null && <p className="stored mt-1 max-w-full text-muted">{hint}</p>}
      {request !== null && <p className="mt-2 font-mono text-meta text-muted">{request}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>
    </State>
  );
}
