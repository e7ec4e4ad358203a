"use client";
/** A command of this program, to be typed in any folder. */
import { useTyped } from "../frame/program-context";
import { CopyButton } from "../ui/copy-button";

export function Command({ words }: { words: string }) {
  const text = useTyped(words);
  return (
    <div className="mt-2 flex w-full items-center gap-2 rounded-control border bg-sunken py-1 pr-1 pl-3 text-left">
      <code className="min-w-0 flex-1 font-mono text-meta break-all">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
