"use client";
/** Which of the frame's own overlays is open: the palette or the keyboard help. */
import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { KeyboardKeys } from "./keyboard";
import { KeysDialog } from "./keys-dialog";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });

type Overlay = "palette" | "keys";

interface FrameValue {
  show(overlay: Overlay): void;
}

const FrameContext = createContext<FrameValue>({ show: () => undefined });
export const useFrame = (): FrameValue => useContext(FrameContext);

export function FrameProvider({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const value = useMemo<FrameValue>(() => ({ show: setOverlay }), []);
  const close = (open: boolean) => setOverlay(open ? overlay : null);
  return (
    <FrameContext value={value}>
      <KeyboardKeys onShow={setOverlay} />
      {children}
      {overlay === "palette" && <Palette onOpenChange={close} onShowKeys={() => setOverlay("keys")} />}
      <KeysDialog open={overlay === "keys"} onOpenChange={close} />
    </FrameContext>
  );
}
