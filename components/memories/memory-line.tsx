/** Another memory in one line, with its text: an id alone says nothing. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { MemoryBrief } from "@/lib/contract/memory-page";
import { StoredText } from "../text/stored-text";
import { StatusTag } from "./tags";

/** `whole`: all of the text, on lines of its own. */
export function MemoryLine({ memory, whole = false }: { memory: MemoryBrief; whole?: boolean }) {
  const labels = useTranslations("labels");
  const link = (
    <Link
      href={`/memories/${memory.id}`}
      prefetch={false}
      className="shrink-0 text-accent-soft underline-offset-2 hover:underline"
    >
      {labels("memory", { id: memory.id })}
    </Link>
  );
  if (!whole) {
    return (
      <span className="flex min-w-0 gap-2">
        {link}
        <span className="min-w-0 truncate text-muted">
          <StoredText text={memory.value} />
        </span>
        <StatusTag status={memory.status} />
      </span>
    );
  }
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-2">
        {link}
        <StatusTag status={memory.status} />
      </span>
      <span className="stored mt-0.5 line-clamp-4 block">
        <StoredText text={memory.value} />
      </span>
    </span>
  );
}
