/** One block that was sent: to whom, what it took, its text, and of each line why it is in it and whether it was used. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { StoredInjection, TraceSubject } from "@/lib/contract/inject";
import { type InjectionPreview } from "@/lib/contract/inject-preview";
import { useLabels, wordFor } from "../labels";
import type { ValueBounds } from "../memories/draft";
import { ValueBoundsProvider } from "../memories/value-bounds";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { CopyButton } from "../ui/copy-button";
import { Facts } from "../ui/facts";
import { SidePanel } from "../ui/side-panel";
import { hrefWith } from "../url";
import { BlockText } from "./block-text";
import { UseMark } from "./injection-row";
import { LayerMeter } from "./layer-meter";
import { Trace, type TraceFilter } from "./trace";

interface InjectionPanelProps {
  block: StoredInjection;
  layers: InjectionPreview["layers"];
  subjects: ReadonlyMap<string, TraceSubject>;
  /** Reference of the block's project. */
  project: string | null;
  bounds: ValueBounds;
  show: TraceFilter;
  search: string;
}

const PATH = "/injections";

export function InjectionPanel({ block, layers, subjects, project, bounds, show, search }: InjectionPanelProps) {
  const t = useTranslations("injections");
  const words = useTranslations("playground");
  const labels = useLabels();
  const rows: (readonly [string, React.ReactNode])[] = [
    [t("filter.event"), wordFor(t, "event", block.event)],
    [t("filter.host"), block.host === null ? t("noHost") : labels.host(block.host)],
    [
      t("ask.project"),
      block.project === null ? (
        t("globalOnly")
      ) : (
        <Link href={`/projects/${block.project_id}`} prefetch={false} className="hover:underline">
          <StoredText text={block.project} />
        </Link>
      ),
    ],
    ...(block.branch === null ? [] : [[t("ask.branch"), <StoredCode key="branch" text={block.branch} />] as const]),
    [t("session"), <SessionOf key="session" block={block} search={search} />],
    [words("sentAt"), <Time key="time" at={block.created_at} show="absolute" />],
    [words("usedOf"), <UseMark key="use" block={block} />],
  ];
  return (
    <SidePanel
      title={t("block", { id: block.id })}
      closeHref={hrefWith(PATH, search, { peek: null, show: null })}
      actions={<CopyButton text={block.text} label={words("copy")} />}
    >
      <div className="space-y-5">
        <Facts rows={rows} />
        <LayerMeter chars={block.chars} tokens={block.tokens} max={null} layers={layers} />
        <section aria-labelledby="block-title">
          <h2 id="block-title" className="mb-2 text-section font-semibold">
            {words("block")}
          </h2>
          <BlockText trace={block.trace} />
        </section>
        <ValueBoundsProvider bounds={bounds}>
          <Trace
            trace={block.trace}
            show={show}
            path={PATH}
            search={search}
            subjects={subjects}
            project={project}
            sent={{ sessionId: block.session_id, hasSession: block.session !== null }}
          />
        </ValueBoundsProvider>
      </div>
    </SidePanel>
  );
}

function SessionOf({ block, search }: { block: StoredInjection; search: string }) {
  const t = useTranslations("injections");
  if (block.session === null) return t("noSession");
  return (
    <span className="flex flex-wrap gap-x-3">
      {block.session_id === null ? (
        <StoredCode text={block.session} />
      ) : (
        <Link href={`/session/${block.session_id}`} prefetch={false} className="hover:underline">
          {t("sessionNumber", { id: block.session_id })}
        </Link>
      )}
      <Link
        href={hrefWith(PATH, search, { session: block.session })}
        prefetch={false}
        className="text-muted hover:text-text hover:underline"
      >
        {t("onlySession")}
      </Link>
    </span>
  );
}
