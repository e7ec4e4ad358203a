"use client";
/** The server went away: said plainly, and links stay here until it is back instead of leading to the browser's error page. */
import { useTranslations } from "next-intl";
import { Unplug } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { toast } from "sonner";
import { useLiveSnapshot } from "./live-context";
import { isServerThere } from "./server-there";

export function Outage() {
  const t = useTranslations("states");
  const lost = t("server");
  const { connection } = useLiveSnapshot();
  const router = useRouter();
  const isLost = connection === "reconnecting";

  // External system: clicks on links while the server is away. On the window, since React itself listens on the document.
  useEffect(() => {
    if (!isLost) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      const href = link.getAttribute("href") ?? "/";
      void isServerThere().then((there) => (there ? router.push(href) : toast.error(lost)));
    };
    window.addEventListener("click", onClick, { capture: true });
    return () => window.removeEventListener("click", onClick, { capture: true });
  }, [isLost, router, lost]);

  return (
    <div role="alert" className="empty:hidden">
      {isLost && (
        <div className="fixed top-2 left-1/2 z-50 flex w-max max-w-[calc(100vw-16px)] -translate-x-1/2 animate-outage items-start gap-2.5 rounded-panel bg-raised px-4 py-2.5 shadow-float">
          <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
          <div className="min-w-0">
            <p className="font-medium">{lost}</p>
            <p className="max-w-[60ch] text-meta text-muted">{t("serverHint")}</p>
          </div>
        </div>
      )}
    </div>
  );
}
