/** Moments, days and lengths of time in the words of the page's language. For components of both sides. */
import { useTranslations } from "next-intl";
import { dayParts, daysBetween, durationParts, timeDistance, type Wall } from "@/lib/format";

export interface TimeWords {
  /** `5 min`, `in 3 h`, `now`. */
  relative(at: number, now: number): string;
  /** As a sentence says it: `5 min ago`, `in 3 h`, `just now`. */
  spoken(at: number, now: number): string;
  /** `4 Jun 2026, 21:30:00 GMT-7`. */
  absolute(wall: Wall): string;
  /** Heading of a day; both keys are of one zone. */
  heading(key: string, todayKey: string): string;
  /** `4 Jun 2026`. */
  date(key: string): string;
  /** Seconds as `42 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
  duration(seconds: number): string;
}

export const useTimeWords = (): TimeWords => timeWords(useTranslations("time"));

export function timeWords(t: ReturnType<typeof useTranslations<"time">>): TimeWords {
  const monthOf = (month: number) => t(`months.${month as 1}`);
  const relative = (at: number, now: number): string => {
    const distance = timeDistance(at, now);
    if (distance === null) return t("now");
    return t(`${distance.isFuture ? "future" : "past"}.${distance.unit}`, { count: distance.count });
  };
  return {
    relative,
    spoken(at, now) {
      const distance = timeDistance(at, now);
      if (distance === null) return t("justNow");
      return distance.isFuture ? relative(at, now) : t("ago", { time: relative(at, now) });
    },
    absolute: (wall) => t("absolute", { ...wall, month: monthOf(wall.month) }),
    heading(key, todayKey) {
      const days = daysBetween(key, todayKey);
      if (days === 0) return t("today");
      if (days === 1) return t("yesterday");
      const { year, month, day, weekday } = dayParts(key);
      return t("day", { year, month: monthOf(month), day, weekday: t(`weekdays.${weekday as 0}`) });
    },
    date(key) {
      const { year, month, day } = dayParts(key);
      return t("date", { year, month: monthOf(month), day });
    },
    duration(seconds) {
      const { unit, ...parts } = durationParts(seconds);
      return t(`duration.${unit}`, parts);
    },
  };
}
