/** A list of things, one under the other, with a line between them: in a frame of its own, or inside a card. */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

type Framed = { readonly isFramed?: boolean };

export function Rows({ isFramed = false, ...rest }: Framed & Omit<ComponentProps<"ul">, "className">) {
  return (
    <ul
      {...rest}
      className={cx(
        "divide-y divide-line",
        isFramed ? "overflow-hidden rounded-xl border border-line bg-raised shadow-card" : "grid",
      )}
    />
  );
}

type RowProps = Framed & {
  /** What can be done with it; below it where there is no room. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
};

export function Row({ isFramed = false, end, children }: RowProps) {
  return (
    <li
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
        isFramed ? "p-4" : "py-3 first:pt-0 last:pb-0",
      )}
    >
      {children}
      {end}
    </li>
  );
}
