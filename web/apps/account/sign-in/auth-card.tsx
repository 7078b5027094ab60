/** The narrow card of the screens for signing in, signing up and confirming. */
import type { ReactNode } from "react";
import { Card } from "#ui/card.tsx";
import { Mark } from "#ui/pictures/logo.tsx";

export function AuthCard({
  title,
  lead,
  children,
  after,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  after?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-lg gap-5 py-8 sm:py-14">
      <Card className="grid gap-6 p-5 sm:p-8" aria-labelledby="auth-title">
        <header className="grid gap-2 [&>svg]:-ms-1">
          <Mark size={40} />
          <h1 id="auth-title" className="text-2xl font-bold tracking-tight">
            {title}
          </h1>
          {lead && <p className="text-sm text-muted">{lead}</p>}
        </header>
        {children}
      </Card>
      {after}
    </div>
  );
}
