/** The head of a queue of the staff's: its name beside the ways to the other queues, and then which part of it is shown. */
import type { ReactNode } from "react";
import { LinkButton } from "./button.tsx";

type Props = {
  readonly title: string;
  /** Those that the reader may not go to are false. */
  readonly ways: readonly (readonly [label: string, href: string] | false)[];
  readonly children: ReactNode;
};

export function QueueHead({ title, ways, children }: Props) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
        <nav aria-label={title} className="flex flex-wrap gap-2">
          {ways
            .filter((way) => way !== false)
            .map(([label, href]) => (
              <LinkButton key={href} look="secondary" size="sm" href={href}>
                {label}
              </LinkButton>
            ))}
        </nav>
      </div>
      <div className="max-w-full overflow-x-auto">{children}</div>
    </header>
  );
}
