/** Numbers as the page's language writes them. For components of both sides. */
import { useFormatter, useTranslations } from "next-intl";
import { byteSize } from "@/lib/format";

export interface Numbers {
  /** `12,400`. */
  count(value: number): string;
  /** `512 B`, `1.4 MB`. */
  bytes(bytes: number): string;
  /** `$0.42`; small sums keep four digits, so that a day of cheap calls is not free. */
  dollars(usd: number): string;
  /** `7.5`, `10`: at most one digit behind the point. */
  decimal(value: number): string;
  /** `85%`, from a share of 1. */
  percent(share: number): string;
}

export function useNumbers(): Numbers {
  const format = useFormatter();
  const t = useTranslations("common");
  const fixed = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    count: (value) => fixed(Math.trunc(value), 0),
    bytes(bytes) {
      const { value, digits, unit } = byteSize(bytes);
      return t("bytes", { amount: fixed(value, digits), unit });
    },
    dollars: (usd) => `$${fixed(usd, usd < 0.01 && usd > 0 ? 4 : 2)}`,
    decimal: (value) => format.number(value, { maximumFractionDigits: 1 }),
    percent: (share) => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
  };
}
