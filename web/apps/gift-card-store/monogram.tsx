/** The mark of a brand: its letters on a colour of its own. */
import { cx } from "#ui/cx.ts";

const LOOKS = [
  "bg-brand-soft text-brand",
  "bg-good-soft text-good",
  "bg-info-soft text-info",
  "bg-warn-soft text-warn",
  "bg-buy-soft text-buy",
  "bg-sell-soft text-sell",
] as const;

export function Monogram({ brand, isLarge = false }: { brand: string; isLarge?: boolean }) {
  const letters = brand
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
  const place = [...brand].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % LOOKS.length;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-lg font-bold uppercase",
        isLarge ? "size-16 text-2xl" : "size-11 text-base",
        LOOKS[place],
      )}
    >
      {letters}
    </span>
  );
}
