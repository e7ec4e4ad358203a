/** Why the last change left a row as it was. */
import { useTranslations } from "next-intl";
import { TriangleAlert } from "lucide-react";
import type { SkipCode } from "@/lib/contract/memory-bulk";
import { Tag } from "../ui/tag";

export function LeftTag({ code }: { code: SkipCode }) {
  const t = useTranslations("memories");
  return (
    <Tag tone="orange" title={t(`bulk.why.${code}`)}>
      <TriangleAlert aria-hidden />
      {t(`bulk.left.${code}`)}
    </Tag>
  );
}
