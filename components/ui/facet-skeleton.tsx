/** The shape of filters that are being counted. */
import { useTranslations } from "next-intl";

const FACETS = [3, 4, 8];

export function FacetSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="animate-skeleton space-y-4 p-3">
      {FACETS.map((rows) => (
        <div key={rows} className="space-y-1">
          <div className="mx-2 h-3 w-20 rounded-[4px] bg-hover" />
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="flex h-7 items-center px-2">
              <div className="h-3 w-full rounded-[4px] bg-hover" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
