/** Small quiet labels. Colour always stands beside a word or an icon, never alone. */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const tagStyles = cva(
  "inline-flex h-[18px] max-w-full min-w-0 items-center gap-1 rounded-[4px] px-1.5 text-[11px] leading-4 font-medium [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        plain: "bg-sunken text-muted",
        amber: "bg-amber/10 text-amber",
        grey: "bg-grey/10 text-grey",
        violet: "bg-violet/10 text-violet",
        orange: "bg-orange/10 text-orange",
        red: "bg-red/10 text-red",
        slate: "bg-slate/10 text-slate",
        teal: "bg-teal/10 text-teal",
        blue: "bg-blue/10 text-blue",
        green: "bg-green/10 text-green",
        cyan: "bg-cyan/10 text-cyan",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

export type Tone = NonNullable<VariantProps<typeof tagStyles>["tone"]>;

export function Tag({ tone, className, children, ...props }: ComponentProps<"span"> & { tone?: Tone }) {
  return (
    <span className={cn(tagStyles({ tone }), className)} {...props}>
      {children}
    </span>
  );
}
