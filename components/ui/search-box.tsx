"use client";
/** A search box whose text is the URL's: it follows typing after a pause, and Enter at once. */
import { useTranslations } from "next-intl";
import { Search } from "lucide-react";
import { type ClipboardEvent, type FormEvent, useRef, useState, useTransition } from "react";
import { cn } from "@/lib/cn";
import { toast } from "sonner";
import { useLiveSnapshot } from "../live/live-context";
import { isServerThere } from "../live/server-there";
import { StoredText } from "../text/stored-text";
import { useUrlParams } from "../url-params";

const PAUSE_MS = 250;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** What the box looks through: stands beside it, so that nobody wonders why nothing was found. */
  scope: string;
  param?: string;
  maxLength: number;
  /** Parameters that a new text makes meaningless. */
  resets: string[];
  large?: boolean;
  autoFocus?: boolean;
  /** A pasted number is an id: it is sent as `#12`, which opens that row. */
  opensIds?: boolean;
}

export function SearchBox({
  label,
  placeholder,
  scope,
  param = "q",
  maxLength,
  resets,
  large,
  autoFocus,
  opensIds = false,
}: SearchBoxProps) {
  const t = useTranslations("states");
  const { params, change } = useUrlParams();
  const fromUrl = params.get(param) ?? "";
  const [text, setText] = useState(fromUrl);
  const [sent, setSent] = useState(fromUrl);
  const [pending, startTransition] = useTransition();
  const { connection } = useLiveSnapshot();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, forward and links change the URL underneath: the box follows, unless it was the box itself.
  if (fromUrl !== sent && !pending) {
    setSent(fromUrl);
    setText(fromUrl);
  }
  const send = async (value: string) => {
    clearTimeout(timer.current);
    // Without a server the answer would be the browser's error page, and the text lost.
    if (connection === "reconnecting" && !(await isServerThere())) {
      toast.error(t("server"), { id: "search-outage" });
      return;
    }
    setSent(value);
    const changes = Object.fromEntries(resets.map((name) => [name, null]));
    startTransition(() => change({ ...changes, [param]: value }));
  };
  const onChange = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(value), PAUSE_MS);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const id = /^\s*([1-9]\d{0,15})\s*$/.exec(event.clipboardData.getData("text/plain"))?.[1];
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (!opensIds || id === undefined || selectionStart !== 0 || selectionEnd !== value.length) return;
    event.preventDefault();
    setText(`#${id}`);
    void send(`#${id}`);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(text);
  };
  return (
    <form role="search" onSubmit={onSubmit} className={cn("flex min-w-0 items-center gap-3", large && "w-full")}>
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden
          className={cn("absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted", pending && "text-accent-soft")}
        />
        <input
          type="search"
          data-search
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={maxLength}
          // The search page is opened to type.
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => onChange(event.target.value)}
          onPaste={onPaste}
          className={cn(
            "w-full min-w-0 rounded-control border border-control bg-surface pr-2 pl-8 placeholder:text-muted",
            large ? "h-10 text-read" : "h-8 sm:w-64",
          )}
        />
      </div>
      <span className="max-w-[40%] shrink-0 truncate text-meta text-muted">
        <StoredText text={scope} />
      </span>
    </form>
  );
}
