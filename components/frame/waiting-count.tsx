/** Beside "Memories": how much waits for the person. Nothing where nothing waits. */
import { formatCount } from "@/lib/format";
import { t } from "../strings";

export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      title={t.nav.waiting(count)}
      className="absolute top-0.5 right-0 rounded-full bg-orange/10 px-1.5 text-[11px] leading-4 font-medium text-orange lg:static lg:ml-auto"
    >
      <span aria-hidden>{count > 99 ? "99+" : formatCount(count)}</span>
      <span className="sr-only">({t.nav.waiting(count)})</span>
    </span>
  );
}
