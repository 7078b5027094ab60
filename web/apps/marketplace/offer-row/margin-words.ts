/** A price against the market in words; good for the reader is green, whichever side he is on. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import type { Locale } from "#contract/platform/page.ts";
import { marginText } from "#sdk/words/money.ts";
import type { Translate } from "#sdk/words/t.ts";

export function marginWords(
  t: Translate,
  locale: Locale,
  offer: Pick<OfferCard, "margin" | "type">,
): { text: string /** Its sign and number alone. */; short: string; tone: string } {
  const isBelow = offer.margin.startsWith("-");
  if (/^-?0*\.?0*$/.test(offer.margin)) return { text: t("offers.row.at_market"), short: "±0%", tone: "text-muted" };
  const isGood = offer.type === "sell" ? isBelow : !isBelow;
  const margin = marginText(locale, offer.margin.replace("-", "")).replace("+", "");
  return {
    text: t(isBelow ? "offers.row.below" : "offers.row.above", { margin }),
    short: marginText(locale, offer.margin),
    tone: isGood ? "text-good" : "text-muted",
  };
}
