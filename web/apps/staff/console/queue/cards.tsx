/** A queue in cards, for what a row has no room for; arrow keys move from one to the next. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";
import { moveByArrows } from "./move-by-arrows.ts";

export function QueueCards<Row>({
  label,
  rows,
  keyOf,
  children,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {rows.map((row) => (
        <li key={keyOf(row)} data-row={keyOf(row)} tabIndex={-1} onKeyDown={moveByArrows}>
          <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 focus-within:border-brand">{children(row)}</Card>
        </li>
      ))}
    </ul>
  );
}
