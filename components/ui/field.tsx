/** A labelled control with its hint and its message; the message is tied to the control for screen readers. */
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

const control =
  "w-full min-w-0 rounded-control border border-control bg-surface text-text placeholder:text-muted aria-invalid:border-red disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(control, "h-8 px-2.5 text-body", className)} {...props} />;
}

export function TextArea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(control, "stored px-2.5 py-2 text-read", className)} {...props} />;
}

export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <select className={cn(control, "h-8 w-auto max-w-[28vw] px-2 text-body sm:max-w-none", className)} {...props}>
      {children}
    </select>
  );
}

interface FieldProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** Give the control `id`, `aria-describedby={`${id}-note`}` and `aria-invalid`. */
export function Field({ id, label, hint, error, className, children }: FieldProps) {
  return (
    <div className={cn("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block text-meta font-medium text-muted">
        {label}
      </label>
      {children}
      <p
        id={`${id}-note`}
        className={cn("mt-1 text-meta empty:hidden", error === undefined ? "text-muted" : "text-red")}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
