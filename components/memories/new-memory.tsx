"use client";
/** Opens the form for a memory written by hand; `?new` in the address opens it too, so that other views lead to it. */
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProjectChoice } from "../frame/project-choice";
import { Button } from "../ui/button";
import { hrefWith } from "../url";

const load = () => import("./new-memory-dialog");
const NewMemoryDialog = dynamic(() => load().then((module) => module.NewMemoryDialog), { ssr: false });

interface NewMemoryButtonProps {
  /** Of the view, chosen at first; null = all projects. */
  project: string | null;
  projects: ProjectChoice[];
}

export function NewMemoryButton({ project, projects }: NewMemoryButtonProps) {
  const t = useTranslations("memory");
  const [isOpen, setIsOpen] = useState(false);
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const isAsked = params.has("new");
  const close = () => {
    setIsOpen(false);
    if (isAsked) router.replace(hrefWith(pathname, params, { new: null }), { scroll: false });
  };
  return (
    <>
      <Button
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        title={t("add")}
        className="w-8 px-0 sm:w-auto sm:px-3"
      >
        <Plus aria-hidden />
        <span className="sr-only sm:not-sr-only">{t("add")}</span>
      </Button>
      {(isOpen || isAsked) && <NewMemoryDialog project={project} projects={projects} onClose={close} />}
    </>
  );
}
