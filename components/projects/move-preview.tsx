/** What a merge or a split would move, and which memories would yield to which. */
import { useTranslations } from "next-intl";
import type { ProjectMovePreview } from "@/lib/contract/project";
import { KeyText, StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";

export function MovePreview({ preview }: { preview: ProjectMovePreview }) {
  const t = useTranslations("projects");
  const { moved, clashes, clashes_total: total } = preview;
  return (
    <div className="space-y-2">
      <p>
        {t("moves", {
          sessions: moved.sessions,
          prompts: moved.prompts,
          events: moved.events,
          observations: moved.observations,
          memories: moved.memories,
        })}
      </p>
      {total > 0 && (
        <>
          <p className="text-orange">{t("merge.clashes", { count: total })}</p>
          <ul className="scroll-area max-h-52 divide-y rounded-control border" tabIndex={0}>
            {clashes.map(({ key, keeps, yields }) => (
              <li key={keeps.id} className="space-y-1 px-3 py-2">
                <p className="text-muted">
                  <KeyText text={key} />
                </p>
                <p className="stored line-clamp-2">
                  <Tag tone="green">{t("merge.keeps")}</Tag> <StoredText text={keeps.value} />
                </p>
                <p className="stored line-clamp-2 text-muted">
                  <Tag tone="violet">{t("merge.yields")}</Tag> <StoredText text={yields.value} />
                </p>
              </li>
            ))}
          </ul>
          {total > clashes.length && (
            <p className="text-meta text-muted">{t("merge.more", { count: total - clashes.length })}</p>
          )}
        </>
      )}
    </div>
  );
}
