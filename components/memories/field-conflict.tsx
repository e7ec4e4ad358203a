"use client";
/** A field that saves as soon as it is set: what is shown meanwhile, and what two tabs do about it. */
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Memory } from "@/lib/contract/memory";
import { useErrorWords } from "../states/error-words";
import { StoredText } from "../text/stored-text";
import { ConflictBox } from "./conflict-box";
import { type Field, useFieldSave } from "./use-field-save";

export interface Instant<T> {
  /** Of the row, or what is being saved. */
  shown: T;
  pending: boolean;
  /** Answers whether it was saved. */
  set(value: T): Promise<boolean>;
  /** What somebody else wrote, and what was wanted here. */
  conflict: { theirs: Memory; theirValue: T; mine: T } | null;
  force(): Promise<void>;
  yield(): void;
  /** Why it was not saved, as a sentence. */
  problem: string | null;
  settle(): void;
}

export function useInstant<F extends Field & keyof Memory>(memory: Memory, field: F): Instant<Memory[F]> {
  const { pending, current, save } = useFieldSave(memory);
  const wordsOf = useErrorWords();
  const [wanted, setWanted] = useState<{ value: Memory[F] } | null>(null);
  const [conflict, setConflict] = useState<Instant<Memory[F]>["conflict"]>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (value: Memory[F], force?: Memory): Promise<boolean> => {
    setWanted({ value });
    setProblem(null);
    const result = await save({ [field]: value }, current, force);
    setWanted(null);
    setConflict(
      result.kind === "conflict" ? { theirs: result.theirs, theirValue: result.theirs[field], mine: value } : null,
    );
    if (result.kind === "failed") {
      const { message, detail } = wordsOf(result.error);
      setProblem(detail ?? message);
    }
    return result.kind === "saved";
  };
  return {
    shown: wanted === null ? current[field] : wanted.value,
    pending,
    conflict,
    problem,
    async set(value) {
      return value === current[field] ? true : send(value);
    },
    async force() {
      if (conflict !== null) await send(conflict.mine, conflict.theirs);
    },
    yield: () => setConflict(null),
    settle: () => setProblem(null),
  };
}

/** Below the field: the choice between two values, or why it was not saved. */
export function FieldConflict<T>({ field, words }: { field: Instant<T>; words: (value: T) => string }) {
  const t = useTranslations("memory");
  return (
    <>
      {field.problem !== null && (
        <p role="alert" className="stored mt-1 text-meta text-red">
          {field.problem}
        </p>
      )}
      {field.conflict !== null && (
        <div className="mt-1">
          <ConflictBox
            theirs={<StoredText text={words(field.conflict.theirValue) || t("noTags")} />}
            mine={<StoredText text={words(field.conflict.mine) || t("noTags")} />}
            pending={field.pending}
            onTakeTheirs={field.yield}
            onTakeMine={() => void field.force()}
          />
        </div>
      )}
    </>
  );
}
