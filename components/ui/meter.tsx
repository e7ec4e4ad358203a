/** How much of a bound is used: a quiet bar with its numbers beside it; full is orange. */
import { cn } from "@/lib/cn";

interface MeterProps {
  label: string;
  /** The numbers in words, e.g. "120,000 of 1,000,000". */
  text: string;
  value: number;
  max: number;
}

const NEARLY = 0.9;

export function Meter({ label, text, value, max }: MeterProps) {
  const share = max <= 0 ? 1 : Math.min(1, Math.max(0, value / max));
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="text-muted">{label}</span>
        <span className="ml-auto tabular-nums">{text}</span>
      </p>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="mt-1 h-1.5 overflow-hidden rounded-full border border-control bg-sunken"
      >
        <div
          className={cn("h-full", share >= NEARLY ? "bg-orange" : "bg-accent")}
          style={{ width: `${share > 0 ? Math.max(1, share * 100) : 0}%` }}
        />
      </div>
    </div>
  );
}
