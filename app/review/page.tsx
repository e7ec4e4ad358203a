/** The review inbox: what waits for a person, decided by keys. */
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { Inbox } from "@/components/review/inbox";
import { RetryProblem } from "@/components/states/retry-problem";
import { PageHeader, View } from "@/components/ui/page";
import type { App } from "@/lib/context";
import { ReviewKind, type ReviewPage, ReviewQuery } from "@/lib/contract/review";
import { listReview, reviewItem } from "@/lib/review/service";
import { load } from "../_console/load";
import { parseParams } from "../_console/params";

const PAGE_SIZE = 100;
/** `at`: the item that is open, as `conflict:12`. */
const Query = ReviewQuery.pick({ kind: true, project: true }).extend({ at: z.string().max(40).optional() });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("review"))("title") };
}

export default async function ReviewInboxPage({ searchParams }: PageProps<"/review">) {
  const { kind, project, at } = parseParams(Query, await searchParams);
  const t = await getTranslations("review");
  const result = await load((app) => withOpened(app, listReview(app, { kind, project, limit: PAGE_SIZE }), at));
  return (
    <View>
      {result.ok ? (
        <Inbox
          key={`${kind ?? ""} ${project ?? ""}`}
          page={result.data}
          kind={kind}
          project={project}
          at={at ?? null}
        />
      ) : (
        <>
          <PageHeader title={t("title")} />
          <RetryProblem {...result.error} />
        </>
      )}
    </View>
  );
}

/** A deep link may mean an item of a later page: it stands first then. */
function withOpened(app: App, page: ReviewPage, at: string | undefined): ReviewPage {
  const [name, number] = (at ?? "").split(":");
  const kind = ReviewKind.safeParse(name);
  const id = Number(number);
  if (!kind.success || !Number.isSafeInteger(id) || id < 1) return page;
  const isThere = page.items.some(
    (item) =>
      item.kind === kind.data &&
      (item.type === "pair" ? item.pair.id : item.type === "finding" ? item.finding.id : item.memory.id) === id,
  );
  const { item } = isThere ? { item: null } : reviewItem(app, { kind: kind.data, id });
  return item === null ? page : { ...page, items: [item, ...page.items] };
}
