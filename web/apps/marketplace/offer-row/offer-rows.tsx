/** Offers of one side as rows under their heads, on a card. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { OfferHeads, OfferRow } from "./offer-row.tsx";

type Props = {
  /** At least one. */
  readonly offers: readonly OfferCard[];
  /** What the reader would pay or get for such an offer, in its currency. */
  readonly sumFor?: (offer: OfferCard) => string | null;
  readonly hidesOwner?: boolean;
  readonly isBusy?: boolean;
};

export function OfferRows({ offers, sumFor, hidesOwner = false, isBusy = false }: Props) {
  return (
    <Card className="overflow-hidden">
      <OfferHeads type={offers[0]?.type ?? "sell"} hidesOwner={hidesOwner} />
      <ul aria-busy={isBusy} className={cx("divide-y divide-line", isBusy && "opacity-60")}>
        {offers.map((offer) => (
          <OfferRow key={offer.hash} offer={offer} sum={sumFor?.(offer) ?? null} hidesOwner={hidesOwner} />
        ))}
      </ul>
    </Card>
  );
}
