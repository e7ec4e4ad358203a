"use client";
/** "Same for the other 37": which ones, what is said about them, what would happen; by keys alone. */
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { decide, likeGroups } from "@/app/review/actions";
import type { ReviewItem } from "@/lib/contract/review";
import type { ReviewDecided, ReviewDecision, ReviewGroup } from "@/lib/contract/review-decide";
import { cn } from "@/lib/cn";
import { useChange } from "../change/change-context";
import type { ShownError } from "../change/result";
import { useErrorWords } from "../states/error-words";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { decisionsOf, idOf } from "./item";
import { DECISION_KEYS, KEYS, useChoiceWords } from "./words";

interface LikeDialogProps {
  item: ReviewItem;
  project: string | undefined;
  /** What was said about the last one of its kind. */
  decision: ReviewDecision;
  onClose: () => void;
  /** After they were decided, and after that was taken back. */
  onDone: () => void;
}

type BulkDecision = Exclude<ReviewDecision, "edit">;

export function LikeDialog({ item, project, decision: initial, onClose, onDone }: LikeDialogProps) {
  const t = useTranslations("review");
  const words = useChoiceWords();
  const wordsOf = useErrorWords();
  const change = useChange();
  const choices = decisionsOf(item).filter((one): one is BulkDecision => one !== "edit");
  const [groups, setGroups] = useState<ReviewGroup[] | null>(null);
  const [chosen, setChosen] = useState(0);
  const [decision, setDecision] = useState<BulkDecision>(choices.find((one) => one === initial) ?? "keep");
  const [preview, setPreview] = useState<ReviewDecided | null>(null);
  const [error, setError] = useState<ShownError | null>(null);
  const [isRunning, setRunning] = useState(false);
  const like = groups?.[chosen]?.like ?? null;

  // External system: the server, asked once for the ways of being like it.
  useEffect(() => {
    let isHere = true;
    void likeGroups({ kind: item.kind, id: idOf(item), ...(project === undefined ? {} : { project }) }).then(
      (result) => {
        if (!isHere) return;
        if (result.ok) setGroups(result.data);
        else setError(result.error);
      },
    );
    return () => void (isHere = false);
  }, [item, project]);

  // External system: the server, asked what would happen.
  useEffect(() => {
    if (like === null) return;
    let isHere = true;
    void decide({ decision, like, dry_run: true }).then((result) => {
      if (!isHere) return;
      if (result.ok) setPreview(result.data);
      else setError(result.error);
    });
    return () => void (isHere = false);
  }, [like, decision]);

  const choose = (next: { group?: number; decision?: BulkDecision }) => {
    setPreview(null);
    setError(null);
    if (next.group !== undefined) setChosen(next.group);
    if (next.decision !== undefined) setDecision(next.decision);
  };
  const confirm = async () => {
    if (like === null || preview === null || isRunning || preview.decided === 0) return;
    setRunning(true);
    const result = await change.run(
      () => decide({ decision, like, seen: preview.seen }),
      (done) =>
        t(done.skipped.length === 0 ? "like.done" : "like.doneSome", {
          count: done.decided,
          skipped: done.skipped.length,
        }),
      (failed) => failed.code === "conflict",
      onDone,
    );
    setRunning(false);
    if (result.ok) {
      onDone();
      onClose();
      return;
    }
    setError(result.error);
    // Others are like it by now: what would happen is shown anew, and asked for once more.
    const again = await decide({ decision, like, dry_run: true });
    if (again.ok) setPreview(again.data);
  };
  const body = useRef<HTMLDivElement>(null);
  const handler = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useEffect(() => {
    handler.current = (event) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const choice = choices.find((one) => DECISION_KEYS[one] === event.key);
      const group = Number(event.key) - 1;
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (choice !== undefined) choose({ decision: choice });
      else if (groups?.[group] !== undefined) choose({ group });
      else if (event.key === "Enter" && !event.repeat && !isOnButton) void confirm();
      else return;
      event.preventDefault();
    };
  });
  // External system: the document's key events. The focus goes to what is said, not to the cross that closes it.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handler.current(event);
    document.addEventListener("keydown", onKeyDown, true);
    const frame = requestAnimationFrame(() => body.current?.focus());
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", onKeyDown, true);
    };
  }, []);
  const failed = error === null ? null : wordsOf(error);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("like.title")}
      description={t("like.hint")}
      className="w-[min(640px,calc(100vw-24px))]"
    >
      <div ref={body} tabIndex={-1} className="mt-3 space-y-4 outline-none">
        <Options label={t("like.which")}>
          {(groups ?? []).map((group, index) => (
            <Option
              key={group.by}
              shortcut={String(index + 1)}
              isChosen={index === chosen}
              onChoose={() => choose({ group: index })}
            >
              {t(`like.by.${group.by}`, { count: group.count })}
            </Option>
          ))}
        </Options>
        {groups?.length === 0 && <p className="text-muted">{t("like.none")}</p>}
        <Options label={t("like.say")}>
          {choices.map((one) => (
            <Option
              key={one}
              shortcut={DECISION_KEYS[one]}
              isChosen={one === decision}
              onChoose={() => choose({ decision: one })}
            >
              {words(item, one).label}
            </Option>
          ))}
        </Options>
        {failed !== null && (
          <p role="alert" className="stored text-red">
            {[failed.message, failed.detail, failed.hint].filter((text) => text !== null).join(" ")}
          </p>
        )}
        <div aria-live="polite" className="min-h-24">
          {preview !== null && <Preview preview={preview} />}
        </div>
        <div className="flex items-center gap-2">
          <Button
            look="primary"
            disabled={preview === null || preview.decided === 0 || isRunning}
            onClick={() => void confirm()}
          >
            {t("like.confirm", { count: preview?.decided ?? 0 })}
          </Button>
          <span aria-hidden>
            <Kbd>{KEYS.confirm}</Kbd>
          </span>
        </div>
      </div>
    </Dialog>
  );
}

function Options({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <p className="mb-1 text-meta font-medium text-muted">{label}</p>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </div>
  );
}

interface OptionProps {
  shortcut: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ shortcut, isChosen, onChoose, children }: OptionProps) {
  return (
    <Button
      size="small"
      aria-pressed={isChosen}
      aria-keyshortcuts={shortcut}
      onClick={onChoose}
      className={cn(isChosen && "border-accent bg-selected")}
    >
      <span aria-hidden>
        <Kbd>{shortcut}</Kbd>
      </span>
      {children}
    </Button>
  );
}

/** What happens to which, of the first twenty; and what is left out. */
function Preview({ preview }: { preview: ReviewDecided }) {
  const t = useTranslations("review");
  const hidden = preview.decided - preview.effects.length;
  return (
    <>
      <p className="font-medium">{t("like.preview", { count: preview.decided })}</p>
      <ul
        tabIndex={0}
        aria-label={t("like.first")}
        className="scroll-area mt-1.5 max-h-[28dvh] divide-y rounded-control border"
      >
        {preview.effects.map((effect) => (
          <li key={`${effect.kind}:${effect.id}`} className="px-2.5 py-1.5">
            {effect.memories.map((memory) => (
              <p key={memory.id ?? "claim"} className="flex gap-2">
                <span className="w-24 shrink-0 text-meta leading-5 text-muted">{t(`fate.${memory.fate}`)}</span>
                <span className="line-clamp-1 min-w-0 break-all">
                  <StoredText text={memory.value.slice(0, 300)} />
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="mt-1 text-meta text-muted">{t("like.more", { count: hidden })}</p>}
      {preview.skipped.length > 0 && (
        <p className="mt-1 text-meta text-muted">{t("like.skipped", { count: preview.skipped.length })}</p>
      )}
    </>
  );
}
