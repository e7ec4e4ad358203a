"use client";
/** Text to copy: whole, scrolling inside its own box. */
import { useTyped } from "../frame/program-context";
import { CopyButton } from "../ui/copy-button";

export function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex min-w-0 items-start gap-1 rounded-control border bg-sunken py-1 pr-1 pl-3">
      <pre
        tabIndex={0}
        aria-label={label}
        className="scroll-area max-h-56 min-w-0 flex-1 overflow-x-auto py-1 font-mono text-meta whitespace-pre"
      >
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** A command of this program, to be typed in any folder. */
export function CommandSnippet({ words, label }: { words: string; label: string }) {
  return <Snippet text={useTyped(words)} label={label} />;
}
