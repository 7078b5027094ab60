/** One numbered step of the form. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";

export function Section({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <h2 className="flex items-center gap-3 font-semibold">
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-sm text-brand">
          {place}
        </span>
        {title}
      </h2>
      {children}
    </Card>
  );
}
