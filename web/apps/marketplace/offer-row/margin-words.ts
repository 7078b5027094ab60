/** A price against the market in words; good for the reader is green, whichever side he is on. */
import type { OfferCard } from "#contract/page-props.ts";
import type { Locale } from "#contract/page.ts";
import { marginText } from "#sdk/money.ts";
import type { Translate } from "#sdk/t.ts";

export function marginWords(
  t: Translate,
  locale: Locale,
  offer: Pick<OfferCard, "marginPct" | "type" | "isFixedPrice">,
): { text: string; tone: string } {
  if (offer.marginPct === null) return { text: t("offers.row.fixed"), tone: "text-muted" };
  const isBelow = offer.marginPct.startsWith("-");
  if (/^-?0*\.?0*$/.test(offer.marginPct)) return { text: t("offers.row.at_market"), tone: "text-muted" };
  const isGood = offer.type === "sell" ? isBelow : !isBelow;
  const margin = marginText(locale, offer.marginPct.replace("-", "")).replace("+", "");
  return {
    text: t(isBelow ? "offers.row.below" : "offers.row.above", { margin }),
    tone: isGood ? "text-good" : "text-muted",
  };
}
