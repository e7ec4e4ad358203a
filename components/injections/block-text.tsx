/** A block exactly as an agent gets it: its characters, its line ends. Each entry can be jumped to from the trace. */
import type { TraceEntry } from "@/lib/contract/inject";
import { StoredCode } from "../text/stored-text";

export const lineId = (index: number): string => `line-${index}`;

interface BlockTextProps {
  trace: readonly Pick<TraceEntry, "text" | "type">[];
}

export function BlockText({ trace }: BlockTextProps) {
  const last = trace.findLastIndex(({ text }) => text !== null);
  return (
    <pre data-block className="stored rounded-panel border bg-sunken p-3 font-mono text-[12px] leading-[18px]">
      {trace.map(({ text, type }, index) =>
        text === null ? null : (
          <span
            key={index}
            id={lineId(index)}
            className={`scroll-mt-24 rounded-[3px] target:bg-selected ${type === "frame" ? "text-muted" : ""}`}
          >
            <StoredCode text={text} className="text-[1em]" />
            {index === last ? "" : "\n"}
          </span>
        ),
      )}
    </pre>
  );
}
