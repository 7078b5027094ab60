/** Rows of a list of facts, name at the start and value at the end; in a grid of two columns. */
import type { ReactNode } from "react";

export function FactRows({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return rows.map(([label, value]) => (
    <div key={label} className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-medium tabular-nums">
        <bdi>{value}</bdi>
      </dd>
    </div>
  ));
}
