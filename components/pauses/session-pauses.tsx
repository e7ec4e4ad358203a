/** The pauses of a session, on its page: while it goes on, and as long as something of it rests. */
import { useTranslations } from "next-intl";
import type { PauseState } from "@/lib/contract/codewatch";
import type { Session } from "@/lib/contract/evidence";
import { PauseSwitches } from "./pause-switches";

export function SessionPauses({ session, pauses }: { session: Session; pauses: PauseState }) {
  const t = useTranslations("pauses");
  const isPaused = pauses.capture_paused_at !== null || pauses.recall_paused_at !== null;
  if (session.status !== "active" && !isPaused) return null;
  return (
    <section aria-label={t("title")} className="border-b px-4 py-4 sm:px-6">
      <div className="mx-auto max-w-[760px]">
        <PauseSwitches scope="session" id={session.id} pauses={pauses} />
      </div>
    </section>
  );
}
