/** One memory, for its own page and for the panel beside a list. */
import { setTimeout } from "node:timers/promises";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { MemoryDetail } from "@/components/memories/memory-detail";
import { MemoryPanel } from "@/components/memories/memory-panel";
import { Neighbours, NeighboursSkeleton } from "@/components/memories/neighbours";
import { comparedTexts } from "@/components/memories/text-key";
import { ValueBoundsProvider } from "@/components/memories/value-bounds";
import { RetryProblem } from "@/components/states/retry-problem";
import { SidePanel } from "@/components/ui/side-panel";
import type { Memory } from "@/lib/contract/memory";
import { type MemoryNeighbours, MemoryNeighboursQuery } from "@/lib/contract/memory-page";
import { memoryNeighbours } from "@/lib/memories/near";
import { attempt, type Loaded } from "../_console/load";
import { type MemoryPageData, readMemory } from "../_console/memory";

interface MemoryViewProps {
  data: MemoryPageData;
  /** Of the view; null = all projects. */
  project: string | null;
  /** `?compare=`: two of its texts. */
  compare: string | undefined;
  large?: boolean;
}

/** What comes sooner than anybody waits for it need not push away what stands below it. */
const SOON_MS = 150;

export async function MemoryView({ data, project, compare, large = false }: MemoryViewProps) {
  const { memory } = data;
  const looking = attempt((app) => memoryNeighbours(app, memory.id, MemoryNeighboursQuery.parse({})));
  const found = await Promise.race([looking, setTimeout(SOON_MS, null)]);
  return (
    <ValueBoundsProvider bounds={data.bounds}>
      <MemoryDetail
        {...data}
        project={project}
        compare={comparedTexts(data.texts, compare)}
        large={large}
        near={
          found === null ? (
            <Suspense key={`${memory.id} ${memory.revision}`} fallback={<NeighboursSkeleton />}>
              <NearLater memory={memory} looking={looking} />
            </Suspense>
          ) : (
            <Near memory={memory} near={found} />
          )
        }
      />
    </ValueBoundsProvider>
  );
}

type Looked = Loaded<MemoryNeighbours>;

const Near = ({ memory, near }: { memory: Memory; near: Looked }) =>
  near.ok ? <Neighbours memory={memory} near={near.data} /> : <RetryProblem {...near.error} />;

const NearLater = async ({ memory, looking }: { memory: Memory; looking: Promise<Looked> }) => (
  <Near memory={memory} near={await looking} />
);

interface MemoryPeekProps {
  id: number;
  project: string | null;
  compare: string | undefined;
  closeHref: string;
}

/** The panel; it reads for itself, and an outage or a memory that is gone leaves the list as it is. */
export async function MemoryPeek({ id, project, compare, closeHref }: MemoryPeekProps) {
  const result = await attempt((app) => readMemory(app, id));
  if (result.ok) {
    return (
      <MemoryPanel id={id} closeHref={closeHref}>
        <MemoryView data={result.data} project={project} compare={compare} />
      </MemoryPanel>
    );
  }
  const labels = await getTranslations("labels");
  const states = await getTranslations("states");
  return (
    <SidePanel title={labels("memory", { id })} closeHref={closeHref}>
      {result.error.code === "not_found" ? (
        <p className="text-muted">{states("notFound")}</p>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </SidePanel>
  );
}
