/** An address that belongs to nothing stored. */
import { useTranslations } from "next-intl";
import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { View } from "../ui/page";

export function NoMatchPage({ children }: { children: ReactNode }) {
  const t = useTranslations("states");
  return (
    <View>
      <div className="mx-auto flex max-w-[520px] flex-col items-center px-6 py-14 text-center">
        <FileQuestion aria-hidden className="mb-3 size-6 text-muted" />
        <h1 className="text-[15px] leading-6 font-semibold">{t("notFoundTitle")}</h1>
        <p className="mt-1 mb-4 text-muted">{t("notFound")}</p>
        {children}
      </div>
    </View>
  );
}
