"use client";
/** Makes a project of one folder of another, after showing what goes with it. */
import { Split } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { lookAtSplit, splitOff } from "@/app/projects/actions";
import type { Project, ProjectMovePreview } from "@/lib/contract/project";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field, Input, Select } from "../ui/field";
import { MovePreview } from "./move-preview";

const MAX_NAME = 200;
const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export function SplitDialog({ project }: { project: Pick<Project, "id" | "folders"> }) {
  const t = useTranslations("projects");
  const common = useTranslations("common");
  const change = useChange();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [root, setRoot] = useState("");
  const [name, setName] = useState("");
  const [preview, setPreview] = useState<ProjectMovePreview | null>(null);
  const [pending, startTransition] = useTransition();
  const isOnly = project.folders.length < 2;
  const choose = (path: string) => {
    setRoot(path);
    setName(lastPart(path));
    setPreview(null);
    if (path === "") return;
    startTransition(async () => {
      const result = await change.run(() => lookAtSplit(project.id, path), "");
      setPreview(result.ok ? result.data : null);
    });
  };
  const split = () =>
    startTransition(async () => {
      const result = await change.run(
        () => splitOff(project.id, { root, name: name.trim() }),
        (made) => t("split.done", { name: made.name }),
      );
      if (result.ok) router.push(`/projects/${result.data.id}`);
    });
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isOnly} title={isOnly ? t("split.only") : undefined}>
        <Split aria-hidden />
        {t("split.action")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) choose("");
        }}
        title={t("split.title")}
        description={t("split.what")}
      >
        <div className="mt-4 space-y-3">
          <Field id="split-root" label={t("split.folder")}>
            <Select
              id="split-root"
              aria-describedby="split-root-note"
              className="w-full max-w-full sm:max-w-full"
              value={root}
              onChange={(event) => choose(event.target.value)}
            >
              <option value="">{t("split.folder")}</option>
              {project.folders.map(({ path }) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </Select>
          </Field>
          <Field id="split-name" label={t("split.name")}>
            <Input
              id="split-name"
              aria-describedby="split-name-note"
              maxLength={MAX_NAME}
              autoComplete="off"
              dir="auto"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <div aria-live="polite">{preview !== null && <MovePreview preview={preview} />}</div>
        </div>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{common("cancel")}</Button>
          <Button look="primary" disabled={pending || preview === null || name.trim() === ""} onClick={split}>
            {t("split.confirm")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
