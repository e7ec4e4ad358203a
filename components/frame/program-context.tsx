"use client";
/** How this program is called in a terminal, wherever that stands: by its file, since its name may be another's in a registry. */
import { createContext, type ReactNode, useContext } from "react";
import { callOf } from "../settings/program-call";

const ProgramContext = createContext("keepsake");

/** `program`: path of the program's file; null where it is not known. */
export function ProgramProvider({ program, children }: { program: string | null; children: ReactNode }) {
  return <ProgramContext value={program === null ? "keepsake" : callOf(program)}>{children}</ProgramContext>;
}

/** `import notes` → `node /opt/keepsake/bin/keepsake.mjs import notes`. */
export const useTyped = (words: string): string => `${useContext(ProgramContext)} ${words}`;
