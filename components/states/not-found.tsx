/** An address that belongs to nothing stored, or to something that is kept from view. */
import { useTranslations } from "next-intl";
import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { View } from "../ui/page";

interface NoMatchPageProps {
  /** Absent = nothing is there. */
  title?: string;
  text?: string;
  children: ReactNode;
}

export function NoMatchPage({ title, text, children }: NoMatchPageProps) {
  const t = useTranslations("states");
  return (
    <View>
      <div className="mx-auto flex max-w-[520px] flex-col items-center px-6 py-14 text-center">
        <FileQuestion aria-hidden className="mb-3 size-6 text-muted" />
        <h1 className="text-[15px] leading-6 font-semibold">{title ?? t("notFoundTitle")}</h1>
        <p className="mt-1 mb-4 text-muted">{text ?? t("notFound")}</p>
        {children}
      </div>
    </View>
  );
}
