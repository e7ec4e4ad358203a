"use client";
/** Runs changes: pending state, a toast with Undo, and the stack behind Ctrl+Z. */
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from "react";
import { toast } from "sonner";
import { undoChange } from "@/app/activity/actions";
import { useLive } from "../live/live-context";
import { useErrorWords } from "../states/error-words";
import type { ActionResult, ShownError } from "./result";

interface ChangeValue {
  /**
   * Runs a server action and says what came of it; the answer is for the caller to go on with. Errors of which `showsItself`
   * is true stand in the caller's own place and are not said twice. `undone` is called when the person took it back here.
   */
  run<T>(
    action: () => Promise<ActionResult<T>>,
    done: string | ((data: T) => string),
    showsItself?: (error: ShownError) => boolean,
    undone?: () => void,
  ): Promise<ActionResult<T>>;
  undo(operationId: number): Promise<void>;
  undoLast(): Promise<void>;
}

const ChangeContext = createContext<ChangeValue | null>(null);

export function ChangeProvider({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const wordsOf = useErrorWords();
  const live = useLive();
  const stack = useRef<number[]>([]);
  /** Changes on their way: who undoes at once means the one that was just made. */
  const running = useRef(new Set<Promise<unknown>>());
  const listeners = useRef(new Map<number, () => void>());

  const lost = useMemo<ShownError>(
    () => ({ message: t("states.server"), hint: t("states.serverHint"), code: "not_ready", isTranslated: true }),
    [t],
  );
  const showError = useCallback(
    (error: ShownError, prefix?: string) => {
      const { message, detail, hint, request } = wordsOf(error);
      toast.error(prefix === undefined ? message : t("common.labelled", { label: prefix, text: message }), {
        description: [detail, hint, request].filter((text) => text !== null).join(" "),
      });
    },
    [t, wordsOf],
  );

  const undo = useCallback(
    async (operationId: number) => {
      stack.current = stack.current.filter((id) => id !== operationId);
      const result = await settle(() => undoChange(operationId), lost);
      if (result.ok) {
        if (result.operationId !== null) live.own(result.operationId);
        toast.success(t("frame.undo.done"));
        listeners.current.get(operationId)?.();
        listeners.current.delete(operationId);
      } else {
        showError(result.error, t("frame.undo.failed"));
      }
    },
    [live, lost, showError, t],
  );

  const run = useCallback<ChangeValue["run"]>(
    async (action, done, showsItself, undone) => {
      const result = await settle(action, lost);
      if (!result.ok) {
        if (showsItself?.(result.error) !== true) showError(result.error);
        return result;
      }
      const { operationId } = result;
      const text = typeof done === "string" ? done : done(result.data);
      if (operationId === null) {
        if (text !== "") toast(text);
        return result;
      }
      live.own(operationId);
      stack.current.push(operationId);
      if (undone !== undefined) listeners.current.set(operationId, undone);
      toast(text, { action: { label: t("common.undo"), onClick: () => void undo(operationId) } });
      return result;
    },
    [live, lost, showError, t, undo],
  );

  const value = useMemo<ChangeValue>(
    () => ({
      undo,
      async run(...change) {
        const made = run(...change);
        running.current.add(made);
        try {
          return await made;
        } finally {
          running.current.delete(made);
        }
      },
      async undoLast() {
        await Promise.all(running.current);
        const last = stack.current.at(-1);
        if (last === undefined) toast(t("frame.undo.nothing"));
        else await undo(last);
      },
    }),
    [run, t, undo],
  );
  return <ChangeContext value={value}>{children}</ChangeContext>;
}

export function useChange(): ChangeValue {
  const value = useContext(ChangeContext);
  if (value === null) throw new Error("useChange needs ChangeProvider");
  return value;
}

/** A server that is down rejects the call itself; that too becomes a value. */
async function settle<T>(action: () => Promise<ActionResult<T>>, lost: ShownError): Promise<ActionResult<T>> {
  try {
    return await action();
  } catch {
    return { ok: false, error: lost };
  }
}
