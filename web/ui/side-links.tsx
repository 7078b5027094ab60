/** The links at the side of pages that belong together; the page that is open is marked. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

export type SideLink = {
  readonly key: string;
  readonly href: string;
  readonly label: ReactNode;
  readonly shape?: string;
  /** Shown at the end. */
  readonly after?: ReactNode;
};

type Props = {
  readonly links: readonly SideLink[];
  readonly here: string;
  /** Many links: closer to each other, but on a phone. */
  readonly isDense?: boolean;
};

export function SideLinks({ links, here, isDense = false }: Props) {
  return (
    <ul className={isDense ? "grid" : "flex flex-wrap gap-1 lg:grid"}>
      {links.map(({ key, href, label, shape, after }) => (
        <li key={key} className="min-w-0">
          <a
            href={href}
            aria-current={key === here ? "page" : undefined}
            className={cx(
              "flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 py-1 text-sm font-medium",
              isDense && "lg:min-h-9",
              key === here ? "bg-brand-soft text-brand" : "hover:bg-sunken hover:text-ink",
              key !== here && !isDense && "text-muted",
            )}
          >
            {shape && <Icon shape={shape} className="max-lg:hidden" />}
            <span className="min-w-0 grow">{label}</span>
            {after}
          </a>
        </li>
      ))}
    </ul>
  );
}
