/** A tile for a payment method: its mark where there is one, else its initials on the colour of its group. */
import { letters } from "#contract/platform/letters.ts";
import { cx } from "../cx.ts";

const GROUPS: Record<string, string> = {
  "bank-transfers": "bg-info-soft text-info",
  "online-transfers": "bg-brand-soft text-brand",
  "gift-cards": "bg-sell-soft text-sell",
  "cash-deposits": "bg-good-soft text-good",
  "debitcredit-cards": "bg-warn-soft text-warn",
  "mobile-money": "bg-buy-soft text-buy",
};

export function MethodIcon({
  name,
  group,
  src,
  size = "md",
}: {
  name: string;
  group: string;
  src?: string | null;
  size?: "sm" | "md";
}) {
  const box = size === "md" ? "size-9 text-2xs" : "size-6 text-[0.625rem]";
  if (src) {
    return <img src={src} alt="" loading="lazy" className={cx("shrink-0 rounded-md object-contain", box)} />;
  }
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-md font-bold",
        box,
        GROUPS[group] ?? "bg-sunken text-muted",
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, " ")
    .trim()
    .split(/\s+/)
    .map((word) => [...letters(word)]);
  const first = words[0]?.[0] ?? "?";
  const second = words.length > 1 ? (words[1]?.[0] ?? "") : (words[0]?.[1] ?? "");
  return (first + second).toUpperCase();
}
