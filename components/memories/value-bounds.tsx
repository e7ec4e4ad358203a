"use client";
/** How long a statement may be, by the settings in force: the form says it before the server does. */
import { createContext, type ReactNode, useContext } from "react";
import { DEFAULT_BOUNDS, type ValueBounds } from "./draft";

const Bounds = createContext<ValueBounds>(DEFAULT_BOUNDS);

export function ValueBoundsProvider({ bounds, children }: { bounds: ValueBounds; children: ReactNode }) {
  return <Bounds value={bounds}>{children}</Bounds>;
}

export const useValueBounds = (): ValueBounds => useContext(Bounds);
