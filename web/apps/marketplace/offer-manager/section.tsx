/** One part of a step of the form. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </Card>
  );
}
