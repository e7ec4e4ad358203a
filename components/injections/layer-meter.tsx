/** What a block costs: characters and tokens, each layer stacked, against what it may have. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import type { InjectionPreview } from "@/lib/contract/inject-preview";
import { useNumbers } from "../numbers";
import { useTraceWords } from "./reason-words";

const COLOURS: Record<string, string> = {
  digest: "bg-teal",
  pinned: "bg-amber",
  scored: "bg-bar-words",
  observations: "bg-cyan",
  index: "bg-grey",
  "key-observations": "bg-amber",
  "related-observations": "bg-bar-words",
  "recent-observations": "bg-cyan",
  "current-task": "bg-teal",
  "latest-reflection": "bg-violet",
  frame: "bg-slate",
};

interface LayerMeterProps {
  chars: number;
  tokens: number;
  /** null = of a block that was sent, what it might have had is not known. */
  max: number | null;
  layers: InjectionPreview["layers"];
}

export function LayerMeter({ chars, tokens, max, layers }: LayerMeterProps) {
  const t = useTranslations("playground");
  const words = useTraceWords();
  const numbers = useNumbers();
  const whole = Math.max(1, max ?? chars);
  const filled = layers.filter((layer) => layer.chars > 0);
  const text =
    max === null
      ? t("meter.size", { chars, tokens })
      : t("meter.against", { chars, max, tokens, share: numbers.percent(Math.floor((chars * 100) / whole) / 100) });
  return (
    <div>
      <p className="tabular-nums">{text}</p>
      <div
        role="meter"
        aria-label={t("meter.label")}
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={Math.min(chars, whole)}
        aria-valuetext={text}
        className="mt-1 flex h-2.5 gap-px overflow-hidden rounded-full border border-control bg-sunken"
      >
        {filled.map(({ layer, chars: part }) => (
          <div
            key={layer}
            title={t("meter.layer", { layer: words.layer(layer), chars: part })}
            className={cn("h-full min-w-px", COLOURS[layer] ?? "bg-grey")}
            style={{ width: `${(part * 100) / whole}%` }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-muted">
        {filled.map((layer) => (
          <li key={layer.layer} className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden className={cn("size-2 rounded-[2px]", COLOURS[layer.layer] ?? "bg-grey")} />
            {words.layer(layer.layer)}
            <span>{t("meter.sizeShort", { chars: layer.chars, tokens: layer.tokens })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
