/** Buttons: one primary a view, quiet ones else, red only where a deletion is confirmed. */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export const buttonStyles = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors duration-[120ms] disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      look: {
        primary: "bg-accent text-accent-text hover:brightness-110",
        plain: "border border-control/60 bg-surface text-text hover:bg-hover",
        quiet: "text-muted hover:bg-hover hover:text-text",
        danger: "bg-[oklch(0.5_0.19_25)] text-accent-text hover:brightness-110",
        dangerQuiet: "text-red hover:bg-removed",
      },
      size: {
        normal: "h-8 px-3 text-body",
        small: "h-7 px-2 text-meta",
        icon: "size-8",
        iconSmall: "size-7",
      },
    },
    defaultVariants: { look: "plain", size: "normal" },
  },
);

export type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonStyles>;

export function Button({ className, look, size, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={cn(buttonStyles({ look, size }), className)} {...props} />;
}
