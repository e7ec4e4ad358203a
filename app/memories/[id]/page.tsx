/** One memory on its own page: statement, where it comes from, what is near it, how it was used, its history. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { RetryProblem } from "@/components/states/retry-problem";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { load } from "../../_console/load";
import { readMemory } from "../../_console/memory";
import { flatten, parseId } from "../../_console/params";
import { MemoryView } from "../memory-view";

export async function generateMetadata({ params }: PageProps<"/memories/[id]">): Promise<Metadata> {
  const id = parseId((await params).id);
  return {
    title:
      id === null ? (await getTranslations("memories"))("title") : (await getTranslations("labels"))("memory", { id }),
  };
}

export default async function MemoryPage({ params, searchParams }: PageProps<"/memories/[id]">) {
  const id = parseId((await params).id);
  if (id === null) notFound();
  const memories = await getTranslations("memories");
  const name = (await getTranslations("labels"))("memory", { id });
  const { compare, project } = flatten(await searchParams);
  const result = await load((app) => readMemory(app, id));
  return (
    <View>
      <PageHeader title={<Breadcrumbs parents={[{ href: "/memories", label: memories("title") }]} current={name} />}>
        <LivePill topic="memories" />
      </PageHeader>
      {result.ok ? (
        <ScrollArea label={name}>
          <div className="mx-auto max-w-[1120px] p-4 sm:p-8">
            <MemoryView key={id} data={result.data} project={project ?? null} compare={compare} large />
          </div>
        </ScrollArea>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}
