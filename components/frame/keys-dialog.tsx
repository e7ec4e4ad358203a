"use client";
/** What the keyboard does. */
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { t } from "../strings";
import { VIEWS } from "./views";

const ROWS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["/"], does: t.keys.search },
  { keys: ["j"], does: t.keys.next },
  { keys: ["k"], does: t.keys.previous },
  { keys: ["Enter"], does: t.keys.open },
  { keys: ["Esc"], does: t.keys.close },
  ...VIEWS.map((view) => ({ keys: ["g", view.key], does: t.keys.goTo(view.label) })),
  { keys: ["Ctrl", "Z"], does: t.keys.undo },
  { keys: ["Ctrl", "K"], does: t.keys.palette },
  { keys: ["?"], does: t.keys.help },
];

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.keys.title}>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {ROWS.map((row) => (
          <div key={row.does} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-muted">{row.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
