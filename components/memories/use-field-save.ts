"use client";
/** Saves single fields of a memory: what somebody else changed in another field is no conflict, what changed in the same one is shown. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { editMemory } from "@/app/memories/actions";
import type { Memory, MemoryPatch } from "@/lib/contract/memory";
import type { ActionResult, ShownError } from "../change/result";
import { useChange } from "../change/change-context";
import { fetchJson } from "../list/fetch-json";

export type Field = "key" | "value" | "tier" | "attribute" | "importance" | "tags" | "expires_at";
type FieldPatch = Pick<MemoryPatch, Field>;

export type Saved =
  | { kind: "saved" }
  /** Somebody else wrote the same field since `base`. */
  | { kind: "conflict"; theirs: Memory }
  | { kind: "failed"; error: ShownError };

export interface FieldSave {
  pending: boolean;
  /** The row as it is after the last save here: the page may be drawn anew a moment later. */
  current: Memory;
  /** `base`: the memory as it was when the change began; `force`: over whatever stands there now. */
  save(patch: FieldPatch, base: Memory, force?: Memory): Promise<Saved>;
}

export const isStale = (error: ShownError): boolean =>
  error.code === "conflict" && error.details?.some(({ path }) => path === "revision") === true;
/** The fault is in what was written, and the same again would fail again. */
export const isFields = (error: ShownError): boolean =>
  error.code === "validation_failed" || isStale(error) || isTaken(error);
/** The memory that holds the key is named. */
const isTaken = (error: ShownError): boolean =>
  error.code === "conflict" && error.details?.some(({ path }) => path === "memory") === true;

/** `memory`: the newest that this page knows. Faults of the field itself are for the caller to show; all others are told in a toast. */
export function useFieldSave(memory: Memory): FieldSave {
  const t = useTranslations("memory");
  const change = useChange();
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const [own, setOwn] = useState(memory);
  const current = own.id === memory.id && own.revision > memory.revision ? own : memory;

  const send = async (patch: FieldPatch, revision: number): Promise<ActionResult<Memory>> => {
    const result = await change.run(() => editMemory(memory.id, { ...patch, revision }), t("saved"), isFields);
    if (result.ok) setOwn(result.data);
    return result;
  };

  const attempt = async (patch: FieldPatch, base: Memory, force: Memory | undefined): Promise<Saved> => {
    const newestHere = force ?? current;
    if (force === undefined && differs(patch, base, newestHere)) return { kind: "conflict", theirs: newestHere };
    const first = await send(patch, newestHere.revision);
    if (first.ok) return { kind: "saved" };
    if (!isStale(first.error)) return { kind: "failed", error: first.error };
    const newest = await fetchJson<Memory>(`/api/memories/${memory.id}`);
    if (!newest.ok) return { kind: "failed", error: first.error };
    router.refresh();
    if (differs(patch, base, newest.data)) return { kind: "conflict", theirs: newest.data };
    const second = await send(patch, newest.data.revision);
    return second.ok ? { kind: "saved" } : { kind: "failed", error: second.error };
  };

  return {
    pending,
    current,
    async save(patch, base, force) {
      setPending(true);
      const saved = await attempt(patch, base, force);
      setPending(false);
      return saved;
    },
  };
}

const differs = (patch: FieldPatch, base: Memory, current: Memory): boolean =>
  (Object.keys(patch) as Field[]).some((field) => base[field] !== current[field]);
