/** One thing to set, with its name. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";

export function SettingsCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid gap-4 p-5">
      <header className="grid gap-1">
        <h3 className="font-semibold">{title}</h3>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </header>
      {children}
    </Card>
  );
}
