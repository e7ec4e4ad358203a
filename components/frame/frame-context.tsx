"use client";
/** Which of the frame's own overlays is open, the palette or the keyboard help, and the projects that every view may choose from. */
import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { KeyboardKeys } from "./keyboard";
import type { ProjectChoice } from "./project-choice";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });
const KeysDialog = dynamic(() => import("./keys-dialog").then((module) => module.KeysDialog), { ssr: false });

type Overlay = "palette" | "keys";

interface FrameValue {
  show(overlay: Overlay): void;
  projects: readonly ProjectChoice[];
}

const FrameContext = createContext<FrameValue>({ show: () => undefined, projects: [] });
export const useFrame = (): FrameValue => useContext(FrameContext);

export function FrameProvider({ projects, children }: { projects: ProjectChoice[]; children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const value = useMemo<FrameValue>(() => ({ show: setOverlay, projects }), [projects]);
  const close = (open: boolean) => setOverlay(open ? overlay : null);
  return (
    <FrameContext value={value}>
      <KeyboardKeys onShow={setOverlay} />
      {children}
      {overlay === "palette" && (
        <Palette projects={projects} onOpenChange={close} onShowKeys={() => setOverlay("keys")} />
      )}
      {overlay === "keys" && <KeysDialog open onOpenChange={close} />}
    </FrameContext>
  );
}
