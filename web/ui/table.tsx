/** A plain table with a caption for screen readers; it scrolls by itself on narrow screens. */
import type { ReactNode } from "react";

export function Table({
  caption,
  head,
  children,
}: {
  caption: string;
  head: readonly ReactNode[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-sm [&_td]:px-3 [&_td]:py-3 [&_th]:px-3 [&_th]:py-2 [&_tbody_tr]:border-t [&_tbody_tr]:border-line">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-start text-2xs text-muted">
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
              <th key={place} scope="col" className="text-start font-medium">
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
