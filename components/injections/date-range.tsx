"use client";
/** From and to which day: the URL holds them. */
import { useTranslations } from "next-intl";
import { Input } from "../ui/field";
import { useUrlParams } from "../url-params";

export function DateRange() {
  const t = useTranslations("injections");
  const { params, change } = useUrlParams();
  const dateOf = (name: string): string => (/^\d{4}-\d{2}-\d{2}/.exec(params.get(name) ?? "") ?? [""])[0];
  return (["from", "to"] as const).map((name) => (
    <label key={name} className="flex items-center gap-1.5">
      <span className="text-meta text-muted">{t(`filter.${name}`)}</span>
      <Input
        type="date"
        value={dateOf(name)}
        max="9999-12-31"
        onChange={(event) => change({ [name]: event.target.value, peek: null })}
        className="w-36"
      />
    </label>
  ));
}
