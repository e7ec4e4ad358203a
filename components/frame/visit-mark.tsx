"use client";
/** Notes in a cookie that a view was opened, so that the overview knows when the person last looked. */
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { formatVisit, nextVisit, parseVisit, VISIT_COOKIE, VISIT_MAX_AGE } from "./visit";

export function VisitMark() {
  const pathname = usePathname();
  // External system: the cookie. Anew with each view that is opened.
  useEffect(() => {
    const stored = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${VISIT_COOKIE}=`));
    const visit = nextVisit(parseVisit(stored?.slice(VISIT_COOKIE.length + 1)), Date.now());
    document.cookie = `${VISIT_COOKIE}=${formatVisit(visit)}; path=/; max-age=${VISIT_MAX_AGE}; samesite=strict`;
  }, [pathname]);
  return null;
}
