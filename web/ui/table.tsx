/** A plain table with a caption for screen readers; it scrolls by itself on narrow screens. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export function Table({
  caption,
  head,
  numbers = [],
  wide = [],
  isStacked = false,
  children,
}: {
  caption: string;
  head: readonly ReactNode[];
  /** Indexes of the columns that are aligned at the end, such as numbers, with their heads. */
  numbers?: readonly number[];
  /** Places of the columns that a phone has no room for; their cells say the same with `max-sm:hidden`. */
  wide?: readonly number[];
  /** On a phone the cells of a row are under each other, so that nothing has to be scrolled to the side. */
  isStacked?: boolean;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table
        className={cx(
          "w-full border-collapse text-sm [&_td]:px-3 [&_td]:py-3 [&_th]:px-3 [&_th]:py-2 [&_tr+tr]:border-t [&_tr+tr]:border-line",
          isStacked &&
            "max-sm:block max-sm:[&_tbody]:block max-sm:[&_td]:max-w-none max-sm:[&_td]:min-w-0 max-sm:[&_td]:py-0.5 max-sm:[&_td]:text-start max-sm:[&_tbody_tr]:grid max-sm:[&_tbody_tr]:grid-cols-[minmax(0,1fr)] max-sm:[&_tbody_tr]:justify-items-start max-sm:[&_tbody_tr]:py-3 max-sm:[&_thead]:sr-only",
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-start text-2xs text-muted">
            {head.map((cell, place) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
                key={place}
                scope="col"
                className={cx(
                  "font-medium",
                  numbers.includes(place) ? "text-end" : "text-start",
                  wide.includes(place) && "max-sm:hidden",
                )}
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
