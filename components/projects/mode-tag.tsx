/** What happens in a project, in a word; nothing where everything does. */
import { useTranslations } from "next-intl";
import type { ProjectMode } from "@/lib/contract/project";
import { Tag, type Tone } from "../ui/tag";

const TONES: Record<ProjectMode, Tone> = { auto: "plain", ask: "blue", "read-only": "slate", off: "grey" };

export function ModeTag({ mode }: { mode: ProjectMode }) {
  const t = useTranslations("projects");
  return (
    <Tag tone={TONES[mode]} title={t(`modeWhy.${mode}`)}>
      {t(`mode.${mode}`)}
    </Tag>
  );
}
