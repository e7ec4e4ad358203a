"use client";
/** From and to which day: the URL holds them. */
import { useTranslations } from "next-intl";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Input } from "../ui/field";
import { hrefWith } from "../url";

export function DateRange() {
  const t = useTranslations("injections");
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const dateOf = (name: string): string => (/^\d{4}-\d{2}-\d{2}/.exec(params.get(name) ?? "") ?? [""])[0];
  return (["from", "to"] as const).map((name) => (
    <label key={name} className="flex items-center gap-1.5">
      <span className="text-meta text-muted">{t(`filter.${name}`)}</span>
      <Input
        type="date"
        value={dateOf(name)}
        max="9999-12-31"
        onChange={(event) =>
          router.replace(hrefWith(pathname, params, { [name]: event.target.value, peek: null }), { scroll: false })
        }
        className="w-36"
      />
    </label>
  ));
}
