"use client";
/** Menu of one entry of a block: when it is injected, never here or anywhere, edit, archive. Each can be undone. */
import { useTranslations } from "next-intl";
import { Archive, ArchiveRestore, BellOff, BellRing, List, Pencil, Pin, Sparkles } from "lucide-react";
import dynamic from "next/dynamic";
import { DropdownMenu } from "radix-ui";
import { type RefObject, useState } from "react";
import { toast } from "sonner";
import { keepOutOf } from "@/app/injections/actions";
import { allowAgain, editMemory, moveMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import { useFrame } from "../frame/frame-context";
import { fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { StoredText } from "../text/stored-text";
import { MenuContent, MenuItem, MenuSeparator } from "../ui/menu";
import type { TraceActionsProps } from "./trace-actions";

const EditDialog = dynamic(() => import("../memories/edit-dialog").then((module) => module.EditDialog), { ssr: false });

interface TraceMenuProps extends TraceActionsProps {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

type Tier = NonNullable<TraceActionsProps["tier"]>;
const TIERS = { pinned: Pin, normal: Sparkles, reference: List } as const;

export function TraceMenu({ id, type, name, tier, status, projects, exclusion, anchor, onClose }: TraceMenuProps) {
  const t = useTranslations("injections");
  const labels = useTranslations("labels");
  const memoryWords = useTranslations("memory");
  const change = useChange();
  const errorWords = useErrorWords();
  const { projects: choices } = useFrame();
  const [edited, setEdited] = useState<Memory | null>(null);
  const leave = () => {
    onClose();
    anchor.current?.focus();
  };
  const setTier = (next: Tier) =>
    void change.run(() => editMemory(id, { tier: next }), t("done.tier", { tier: labels(`tier.${next}`) }));
  const keepOut = (project: string | null) =>
    void change.run(
      () => keepOutOf({ type, id, project }),
      ({ isNew }) =>
        !isNew ? t("done.already") : project === null ? t("done.outAnywhere") : t("done.outOf", { project }),
    );
  const move = (to: "archived" | "active") =>
    void change.run(() => moveMemory(id, to), memoryWords(to === "archived" ? "archived" : "restored"));
  const edit = async () => {
    const found = await fetchJson<Memory>(`/api/memories/${id}`);
    if (found.ok) setEdited(found.data);
    else {
      toast.error(errorWords(found.error).message);
      leave();
    }
  };
  if (edited !== null) return <EditDialog memory={edited} projects={choices} onClose={leave} />;
  return (
    // Closing the menu and opening the dialog are one step: the menu stays mounted until the memory is there.
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none size-0 self-end" />
      </DropdownMenu.Trigger>
      <MenuContent
        align="end"
        aria-label={name}
        className="max-w-[min(360px,calc(100vw-16px))]"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
      >
        {type === "memory" && status === "active" && (
          <>
            {(Object.keys(TIERS) as Tier[])
              .filter((one) => one !== tier)
              .map((one) => {
                const Icon = TIERS[one];
                return (
                  <MenuItem key={one} onSelect={() => setTier(one)}>
                    <Icon aria-hidden />
                    {labels(`tier.${one}`)}
                  </MenuItem>
                );
              })}
            <MenuSeparator />
          </>
        )}
        {exclusion === null ? (
          <>
            {projects.map((ref) => (
              <MenuItem key={ref} onSelect={() => keepOut(ref)}>
                <BellOff aria-hidden />
                <span className="min-w-0 truncate">
                  {t.rich("act.neverIn", { name: () => <StoredText text={ref} /> })}
                </span>
              </MenuItem>
            ))}
            <MenuItem onSelect={() => keepOut(null)}>
              <BellOff aria-hidden />
              {t("act.neverAnywhere")}
            </MenuItem>
          </>
        ) : (
          <MenuItem onSelect={() => void change.run(() => allowAgain(exclusion), t("done.allowed"))}>
            <BellRing aria-hidden />
            {t("act.allow")}
          </MenuItem>
        )}
        {type === "memory" && (
          <>
            <MenuSeparator />
            <MenuItem
              onSelect={(event) => {
                event.preventDefault();
                void edit();
              }}
            >
              <Pencil aria-hidden />
              {memoryWords("edit")}
            </MenuItem>
            <MenuItem onSelect={() => move(status === "active" ? "archived" : "active")}>
              {status === "active" ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
              {memoryWords(status === "active" ? "archive" : "restore")}
            </MenuItem>
          </>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
