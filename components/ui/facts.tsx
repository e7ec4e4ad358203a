/** Names and values in two columns. */
import type { ReactNode } from "react";

export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(104px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{name}</dt>
          <dd className="stored">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
