/** The parts that every view is made of: the 44 px header and the one scroll area below it. */
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface PageHeaderProps {
  title: ReactNode;
  /** e.g. "1,240". */
  count?: string | undefined;
  countLabel?: string | undefined;
  /** A search box; on a phone it takes a line of its own. */
  search?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, count, countLabel, search, children }: PageHeaderProps) {
  return (
    <header className="relative flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-bg px-4 py-1.5">
      <h1 className="min-w-0 truncate text-[15px] leading-6 font-semibold">{title}</h1>
      {count !== undefined && (
        <span className="text-meta text-muted" aria-label={countLabel}>
          {count}
        </span>
      )}
      {search !== undefined && (
        <div className="order-last w-full min-w-0 sm:order-none sm:ml-auto sm:w-auto">{search}</div>
      )}
      <div
        className={cn(
          "ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2 empty:hidden",
          search !== undefined && "sm:ml-0",
        )}
      >
        {children}
      </div>
    </header>
  );
}

export function View({ children }: { children: ReactNode }) {
  return <div className="flex h-full min-h-0 min-w-0 flex-col">{children}</div>;
}

/** `label` makes it a region that can be scrolled with the keyboard. */
export function ScrollArea({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn("scroll-area relative min-h-0 min-w-0 flex-1", className)}
    >
      {children}
    </div>
  );
}

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 className="text-section font-semibold">{title}</h2>
        {aside !== undefined && <div className="ml-auto text-meta text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
