/** One memory on its own page: statement, provenance, details, history, raw JSON. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { MemoryDetail } from "@/components/memories/memory-detail";
import { ValueBoundsProvider } from "@/components/memories/value-bounds";
import { RetryProblem } from "@/components/states/retry-problem";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { memoryVersions } from "@/lib/memories/history";
import { requireMemory } from "@/lib/memories/query";
import { writeRules } from "@/lib/memories/rules";
import { pairsOfMemory } from "@/lib/review/service";
import { memoryExclusions } from "../../_console/exclusions";
import { memoryOperations } from "../../_console/history";
import { load } from "../../_console/load";
import { parseId } from "../../_console/params";
import { previewsOf } from "../../_console/previews";

export async function generateMetadata({ params }: PageProps<"/memories/[id]">): Promise<Metadata> {
  const id = parseId((await params).id);
  return {
    title:
      id === null ? (await getTranslations("memories"))("title") : (await getTranslations("labels"))("memory", { id }),
  };
}

export default async function MemoryPage({ params }: PageProps<"/memories/[id]">) {
  const id = parseId((await params).id);
  if (id === null) notFound();
  const memories = await getTranslations("memories");
  const name = (await getTranslations("labels"))("memory", { id });
  const result = await load((app) => {
    const memory = requireMemory(app, id);
    const history = memoryOperations(app, id);
    return {
      memory,
      bounds: writeRules(app).bounds,
      history,
      previews: previewsOf(app, history),
      exclusions: memoryExclusions(app, id),
      versions: memoryVersions(app, id),
      pairs: pairsOfMemory(app, id),
    };
  });
  return (
    <View>
      <PageHeader title={<Breadcrumbs parents={[{ href: "/memories", label: memories("title") }]} current={name} />}>
        <LivePill topic="memories" />
      </PageHeader>
      {result.ok ? (
        <ScrollArea label={name}>
          <div className="mx-auto max-w-[760px] p-4 sm:p-8">
            <ValueBoundsProvider bounds={result.data.bounds}>
              <MemoryDetail {...result.data} large />
            </ValueBoundsProvider>
          </div>
        </ScrollArea>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}
