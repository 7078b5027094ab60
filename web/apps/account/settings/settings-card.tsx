/** One thing to set, with its name. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";

type Props = {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Where links lead to it. */
  readonly id?: string;
  readonly children: ReactNode;
};

export function SettingsCard({ title, lead, id, children }: Props) {
  return (
    <Card id={id} className="grid scroll-mt-20 gap-4 p-5">
      <header className="grid gap-1">
        <h2 className="font-semibold">{title}</h2>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </header>
      {children}
    </Card>
  );
}
