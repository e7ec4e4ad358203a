"use client";
/** What can be done to one row, from its button; one menu serves all rows. */
import { useTranslations } from "next-intl";
import {
  Archive,
  ArchiveRestore,
  Braces,
  Flame,
  Maximize2,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { DropdownMenu } from "radix-ui";
import { useLayoutEffect, useState } from "react";
import { editMemory, moveMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { MenuContent, MenuItem, MenuSeparator } from "../ui/menu";

const RawDialog = dynamic(() => import("./raw-dialog").then((module) => module.RawDialog), { ssr: false });
const EditDialog = dynamic(() => import("./edit-dialog").then((module) => module.EditDialog), { ssr: false });

export interface RowMenuAt {
  /** As it is now: the row may be drawn anew while the menu is open. */
  memory: Memory;
  button: HTMLElement;
}

interface RowMenuProps {
  at: RowMenuAt;
  peekHref: string;
  projects: readonly ProjectChoice[];
  onClose: () => void;
  onDeleteForGood: (memory: Memory) => void;
}

/** What is edited is the memory as it was then: a change of another field meanwhile is none of the person's. */
type Shown = "menu" | "raw" | { edited: Memory };

export function RowMenu({ at: { memory, button }, peekHref, projects, onClose, onDeleteForGood }: RowMenuProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const list = useTranslations("memories");
  const router = useRouter();
  const change = useChange();
  const [shown, setShown] = useState<Shown>("menu");
  const box = button.getBoundingClientRect();
  // External system: the focus. A dialog gives it back to who had it before: that is the button, not an item of the menu that is gone.
  useLayoutEffect(() => {
    if (shown !== "menu") button.focus();
  }, [shown, button]);
  const move = (to: "archived" | "active" | "deleted", done: string) =>
    void change.run(() => moveMemory(memory.id, to), done);
  const isPinned = memory.tier === "pinned";
  const pin = () =>
    void change.run(
      () => editMemory(memory.id, { tier: isPinned ? "normal" : "pinned" }),
      list(isPinned ? "row.unpinned" : "row.pinned"),
    );
  /** Closing the menu and opening a dialog are one step: the menu's own closing must not take the dialog away. */
  const show = (next: Shown) => (event: Event) => {
    event.preventDefault();
    setShown(next);
  };
  if (shown === "raw") return <RawDialog id={memory.id} onClose={onClose} />;
  if (shown !== "menu") return <EditDialog memory={shown.edited} projects={projects} onClose={onClose} />;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      </DropdownMenu.Trigger>
      <MenuContent
        align="end"
        aria-label={labels("memory", { id: memory.id })}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.focus();
        }}
      >
        <MenuItem onSelect={() => router.push(peekHref, { scroll: false })}>
          <PanelRight aria-hidden />
          {list("row.peek")}
        </MenuItem>
        <MenuItem onSelect={() => router.push(`/memories/${memory.id}`)}>
          <Maximize2 aria-hidden />
          {list("expand")}
        </MenuItem>
        <MenuItem onSelect={show({ edited: memory })}>
          <Pencil aria-hidden />
          {t("edit")}
        </MenuItem>
        <MenuItem onSelect={pin}>
          {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {isPinned ? list("row.unpin") : list("row.pin")}
        </MenuItem>
        <MenuItem onSelect={show("raw")}>
          <Braces aria-hidden />
          {t("raw")}
        </MenuItem>
        <MenuSeparator />
        {memory.status === "active" ? (
          <MenuItem onSelect={() => move("archived", t("archived"))}>
            <Archive aria-hidden />
            {t("archive")}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => move("active", t("restored"))}>
            <ArchiveRestore aria-hidden />
            {t("restore")}
          </MenuItem>
        )}
        {memory.status !== "deleted" && (
          <MenuItem onSelect={() => move("deleted", t("deleted"))}>
            <Trash2 aria-hidden />
            {t("delete")}
          </MenuItem>
        )}
        <MenuItem onSelect={() => onDeleteForGood(memory)}>
          <Flame aria-hidden />
          {t("danger")}
        </MenuItem>
      </MenuContent>
    </DropdownMenu.Root>
  );
}
