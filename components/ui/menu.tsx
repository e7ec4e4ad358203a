"use client";
/** Drop-down menu, from Radix. It stays inside its landmark and leaves the rest of the page reachable. */
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

export const Menu = ({ children, defaultOpen = false }: { children: ReactNode; defaultOpen?: boolean }) => (
  <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
    {children}
  </DropdownMenu.Root>
);
export const MenuTrigger = DropdownMenu.Trigger;

export function MenuContent({ className, children, ...props }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Content
      sideOffset={4}
      collisionPadding={8}
      className={cn(
        "scroll-area z-50 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] min-w-48 animate-appear rounded-panel bg-raised p-1 shadow-float",
        className,
      )}
      {...props}
    >
      {children}
    </DropdownMenu.Content>
  );
}

const itemStyle =
  "flex h-8 min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-body outline-none select-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0";

export function MenuItem({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={cn(itemStyle, className)} {...props} />;
}

interface ChoiceProps {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  choices: { value: string; label: ReactNode }[];
}

export function MenuChoices({ value, onValueChange, label, choices }: ChoiceProps) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onValueChange} aria-label={label}>
      <DropdownMenu.Label className="px-2 py-1 text-meta text-muted">{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={itemStyle}>
          <span className="grid size-4 place-items-center">
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;
