"use server";
/** What a person says of the overview: seen. */
import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { formatVisit, VISIT_COOKIE, VISIT_MAX_AGE } from "@/components/frame/visit";

/** From now on only what happens later is new. */
export async function markSeen(): Promise<void> {
  const now = Date.now();
  (await cookies()).set(VISIT_COOKIE, formatVisit({ since: now, last: now }), {
    path: "/",
    maxAge: VISIT_MAX_AGE,
    sameSite: "strict",
  });
  refresh();
}
