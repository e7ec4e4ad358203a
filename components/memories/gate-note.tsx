"use client";
/** Below an editor: how much room is left, why it would be refused, what would become of it. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { MemoryChecked } from "@/lib/contract/memory-page";
import { StoredText } from "../text/stored-text";
import { type DraftFault, lengthOf, type ValueBounds } from "./draft";

interface GateNoteProps {
  id: string;
  /** Of the field itself. */
  fault: DraftFault | undefined;
  checked: MemoryChecked | null;
  /** Of a statement: what is typed, for the count. */
  value?: string;
  bounds?: ValueBounds;
}

export function GateNote({ id, fault, checked, value, bounds }: GateNoteProps) {
  const t = useTranslations("memory");
  const words = useFaultWords();
  const refusal = fault ?? refusalOf(checked);
  const left = bounds === undefined || value === undefined ? null : bounds.max - lengthOf(value);
  return (
    <div id={id} className="mt-1 space-y-0.5 text-meta text-muted">
      <p aria-live="polite" className="text-red empty:hidden">
        {refusal !== undefined && words(refusal)}
      </p>
      {refusal === undefined && <Becomes checked={checked} value={value} />}
      {left !== null && <p className={left < 0 ? "text-red" : undefined}>{t("form.valueHint", { left })}</p>}
    </div>
  );
}

/** It is stored, but not as it was typed or not for agents. */
function Becomes({ checked, value }: { checked: MemoryChecked | null; value: string | undefined }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  if (checked === null) return null;
  const stored = checked.stored?.value;
  return (
    <>
      {value !== undefined && stored !== undefined && stored !== value.trim() && (
        <p className="stored text-orange">{t.rich("gate.cleaned", { text: () => <StoredText text={stored} /> })}</p>
      )}
      {checked.review_state !== null && <p className="text-orange">{labels(`reviewWhy.${checked.review_state}`)}</p>}
      {checked.taken_by !== null && (
        <p className="text-red">
          {t.rich("gate.taken", {
            link: (text) => (
              <Link href={`/memories/${checked.taken_by}`} prefetch={false} className="underline underline-offset-2">
                {text}
              </Link>
            ),
            id: checked.taken_by,
          })}
        </p>
      )}
    </>
  );
}

const refusalOf = (checked: MemoryChecked | null): DraftFault | undefined =>
  checked?.rejection == null ? undefined : { rejection: checked.rejection.code };

/** Codes in the page's language, what the server found as its sentence. */
export function useFaultWords(): (fault: DraftFault) => string {
  const t = useTranslations("memory");
  const errors = useTranslations("errors");
  return (fault) =>
    "said" in fault
      ? fault.said
      : "rejection" in fault
        ? errors(`rejection.${fault.rejection}`)
        : t(`form.${fault.code}`, fault.values);
}
