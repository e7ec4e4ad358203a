"use client";
/** Tags of a memory as chips: each goes by its cross, new ones are typed, with those in use suggested. */
import { useTranslations } from "next-intl";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { Memory } from "@/lib/contract/memory";
import type { TagSuggestions } from "@/lib/contract/memory-page";
import { fetchJson } from "../list/fetch-json";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Input } from "../ui/field";
import { FieldConflict, useInstant } from "./field-conflict";

const MAX_TAG = 64;

const listOf = (tags: string): string[] => tags.split(",").filter((tag) => tag !== "");

export function TagsField({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const field = useInstant(memory, "tags");
  const [typed, setTyped] = useState<string | null>(null);
  const tags = listOf(field.shown);

  const add = async () => {
    const given = (typed ?? "").split(/[,，]/).map((tag) => tag.trim());
    const next = [...new Set([...tags, ...given])].filter((tag) => tag !== "").join(",");
    // One after another is typed: the field stays open.
    if (next === field.shown || (await field.set(next))) setTyped("");
  };
  return (
    <>
      <ul className="flex flex-wrap items-center gap-1">
        {tags.map((tag) => (
          <li key={tag} className="inline-flex max-w-full items-center rounded-[4px] bg-sunken pl-1.5 text-meta">
            <span className="min-w-0 truncate">
              <StoredText text={tag} />
            </span>
            <button
              type="button"
              disabled={field.pending}
              aria-label={t("removeTag", { tag })}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-[4px] text-muted hover:text-text"
              data-no-print
              onClick={() => void field.set(tags.filter((other) => other !== tag).join(","))}
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
        <li data-no-print>
          {typed === null ? (
            <Button size="small" look="quiet" className="h-6" onClick={() => setTyped("")}>
              <Plus aria-hidden className="size-3.5!" />
              {t("addTag")}
            </Button>
          ) : (
            <TagInput
              typed={typed}
              known={tags}
              pending={field.pending}
              onType={setTyped}
              onAdd={() => void add()}
              onClose={() => setTyped(null)}
            />
          )}
        </li>
      </ul>
      <FieldConflict field={field} words={(text) => listOf(text).join(", ")} />
    </>
  );
}

interface TagInputProps {
  typed: string;
  known: string[];
  pending: boolean;
  onType: (text: string) => void;
  onAdd: () => void;
  onClose: () => void;
}

function TagInput({ typed, known, pending, onType, onAdd, onClose }: TagInputProps) {
  const t = useTranslations("memory");
  const id = useId();
  const [inUse, setInUse] = useState<string[]>([]);
  // External system: the tags that other memories have.
  useEffect(() => {
    const leave = new AbortController();
    void fetchJson<TagSuggestions>("/api/memories/tags", { params: { prefix: typed }, signal: leave.signal }).then(
      (result) => {
        if (result.ok && !leave.signal.aborted) setInUse(result.data.tags);
      },
    );
    return () => leave.abort();
  }, [typed]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" || event.key === ",") onAdd();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        aria-label={t("newTag")}
        className="h-6 w-32 px-1.5 text-meta"
        list={id}
        value={typed}
        maxLength={MAX_TAG}
        autoFocus
        autoComplete="off"
        dir="auto"
        // A disabled field would lose the focus between two tags.
        aria-busy={pending}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (typed.trim() === "" ? onClose() : onAdd())}
      />
      <datalist id={id}>
        {inUse
          .filter((tag) => !known.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  );
}
