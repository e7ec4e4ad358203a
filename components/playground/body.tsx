/** The playground's two columns: what is asked and the block that comes of it, beside it why. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import type { TraceSubject } from "@/lib/contract/inject";
import type { InjectionPreview } from "@/lib/contract/inject-preview";
import type { ProjectChoice } from "../frame/project-choice";
import { BlockText } from "../injections/block-text";
import { LayerMeter } from "../injections/layer-meter";
import { Trace, type TraceFilter } from "../injections/trace";
import { ValueBoundsProvider } from "../memories/value-bounds";
import type { ValueBounds } from "../memories/draft";
import { WeightsLazy } from "../settings/weights-lazy";
import type { WeightField } from "../settings/weights";
import { buttonStyles } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { hrefWith } from "../url";
import { Ask, type AskProps } from "./ask";
import { BeforeAfter } from "./before-after";

interface PlaygroundBodyProps extends Omit<AskProps, "search"> {
  preview: InjectionPreview;
  subjects: ReadonlyMap<string, TraceSubject>;
  project: ProjectChoice;
  bounds: ValueBounds;
  asked: {
    project?: string;
    cwd?: string;
    branch?: string;
    host?: string;
    event: AskProps["query"]["event"];
    prompt: string;
  };
  fields: WeightField[];
  query: AskProps["query"] & { show: TraceFilter; side: "why" | "weights" };
  search: string;
}

const PATH = "/playground";

export function PlaygroundBody(props: PlaygroundBodyProps) {
  const { preview, subjects, project, bounds, asked, fields, query, search } = props;
  const t = useTranslations("playground");
  return (
    <div className="scroll-area flex min-h-0 flex-1 flex-col lg:overflow-hidden">
      <Ask {...props} />
      <div className="grid min-w-0 flex-1 gap-x-px lg:min-h-0 lg:grid-cols-2 lg:bg-line">
        <section aria-label={t("block")} className="scroll-area min-w-0 bg-bg p-4 lg:min-h-0" tabIndex={0}>
          <Block {...props} />
        </section>
        <section
          aria-label={t("side.label")}
          className="scroll-area min-w-0 bg-bg p-4 pt-0 lg:min-h-0 lg:pt-4"
          tabIndex={0}
        >
          <nav aria-label={t("side.label")} className="mb-3 flex gap-1 border-b">
            {(["why", "weights"] as const).map((side) => (
              <Link
                key={side}
                href={hrefWith(PATH, search, { side: side === "why" ? null : side })}
                replace
                scroll={false}
                prefetch={false}
                aria-current={side === query.side ? "page" : undefined}
                className={cn(
                  "-mb-px inline-flex h-8 items-center border-b-2 px-2",
                  side === query.side ? "border-accent font-medium" : "border-transparent text-muted hover:text-text",
                )}
              >
                {t(`side.${side}`)}
              </Link>
            ))}
          </nav>
          {query.side === "weights" ? (
            <WeightsLazy fields={fields} ask={asked} isOpen />
          ) : (
            <ValueBoundsProvider bounds={bounds}>
              <Trace
                trace={preview.block.trace}
                show={query.show}
                path={PATH}
                search={search}
                subjects={subjects}
                project={project.ref}
                sent={null}
              />
            </ValueBoundsProvider>
          )}
        </section>
      </div>
    </div>
  );
}

function Block({ preview, project, query }: PlaygroundBodyProps) {
  const t = useTranslations("playground");
  const { block, budget, layers, empty } = preview;
  const entries = block.trace
    .filter(({ type }) => type !== "frame")
    .map(({ layer, type, id, included, score, text }) => ({ layer, type, id, included, score, text }));
  return (
    <>
      <div className="mb-3">
        <LayerMeter chars={block.chars} tokens={block.tokens} max={budget.chars} layers={layers} />
        <p className="mt-1 text-meta text-muted">{t(`budgetFrom.${budget.from}`)}</p>
      </div>
      <BeforeAfter
        now={{ of: `${project.id}:${query.event}`, text: block.text, entries }}
        aside={block.text === "" ? null : <CopyButton text={block.text} label={t("copy")} />}
      >
        {empty === null ? (
          <BlockText trace={block.trace} />
        ) : (
          <div className="rounded-panel border px-3 py-4">
            <p className="text-muted">
              {t(empty === "nothing" && query.event === "prompt" ? "empty.nothingPrompt" : `empty.${empty}`)}
            </p>
            {empty === "off" && (
              <Link href={`/projects/${project.id}`} className={cn(buttonStyles({ size: "small" }), "mt-2")}>
                {t("openProject")}
              </Link>
            )}
          </div>
        )}
      </BeforeAfter>
      <p className="mt-2 text-meta text-muted">{t("sameForAll")}</p>
    </>
  );
}
