"use server";
/** What a person sets for the whole console. */
import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { LOCALE_COOKIE, LOCALES } from "@/i18n/locales";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** From now on the console speaks this language, in every tab; the page that asked is drawn anew. */
export async function setLocale(locale: string): Promise<void> {
  const chosen = z.enum(LOCALES).parse(locale);
  (await cookies()).set(LOCALE_COOKIE, chosen, { path: "/", maxAge: YEAR_SECONDS, sameSite: "strict" });
  refresh();
}
