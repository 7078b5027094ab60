/** The pages of a list, as links: one back, one on, and where one is. */
import type { ReactNode } from "react";
import { LinkButton } from "./button.tsx";

export function Pager({
  label,
  place,
  back,
  on,
}: {
  label: string;
  /** "Page 2 of 5" */
  place: ReactNode;
  back: { href: string; label: string } | null;
  on: { href: string; label: string } | null;
}) {
  if (!back && !on) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3">
      <span className="flex-1">
        {back && (
          <LinkButton look="secondary" rel="prev" href={back.href}>
            {back.label}
          </LinkButton>
        )}
      </span>
      <span className="text-sm text-muted tabular-nums">{place}</span>
      <span className="flex flex-1 justify-end">
        {on && (
          <LinkButton look="secondary" rel="next" href={on.href}>
            {on.label}
          </LinkButton>
        )}
      </span>
    </nav>
  );
}
