/** What a tool was given and what came back; edits as what they changed. */
import { useTranslations } from "next-intl";
import type { EvidenceEvent } from "@/lib/contract/evidence";
import { StoredCode } from "../text/stored-text";
import { LineDiff } from "./line-diff";
import { LongText } from "./long-text";
import { editsOf, shownInput } from "./tool-input";

export function EventBody({ event }: { event: EvidenceEvent }) {
  const t = useTranslations("session");
  const edits = editsOf(event.tool_name, event.input);
  return (
    <div className="space-y-2">
      {edits !== null && event.files.length > 0 && (
        <p className="stored text-meta text-muted">
          <StoredCode text={event.files.join(", ")} />
        </p>
      )}
      {edits?.map((edit, index) => (
        <LineDiff key={index} {...edit} label={t("change", { number: index + 1 })} />
      ))}
      {edits === null && event.input !== "" && (
        <div>
          <p className="text-meta text-muted">{t("input")}</p>
          <LongText text={shownInput(event.input)} code />
        </div>
      )}
      <div>
        <p className="text-meta text-muted">{t("output")}</p>
        {event.text === "" ? (
          <p className="text-meta text-muted">{t("noOutput")}</p>
        ) : (
          <LongText text={event.text} code originalChars={event.original_chars} />
        )}
      </div>
    </div>
  );
}
