"use client";
/** The sketch of a plot, until a pointer comes near: only then the library that answers pointers is fetched. */
import { type ComponentType, useState } from "react";
import type { PlotProps } from "./plot";
import { Sketch } from "./sketch";

/** Fills its parent. */
export function LazyPlot(props: PlotProps) {
  const [Plot, setPlot] = useState<ComponentType<PlotProps> | null>(null);
  const fetchPlot = () => {
    if (Plot !== null) return;
    import("./plot").then(
      (module) => setPlot(() => module.Plot),
      // A server that is away: the sketch stays, and the next pointer asks again.
      () => undefined,
    );
  };
  return (
    <div className="relative h-full w-full" onPointerEnter={fetchPlot} onPointerDown={fetchPlot}>
      {Plot === null ? <Sketch {...props} /> : <Plot {...props} />}
    </div>
  );
}
