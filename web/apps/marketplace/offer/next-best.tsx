/** Where this offer cannot be taken: the best one that can, by the same method if there is one. */
import { listingHref, listingState } from "#contract/market/offers/listing/address.ts";
import type { OfferCard, OfferView } from "#contract/market/offers/offers.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

export function NextBest({ offer, sum }: { offer: OfferView; sum: string | null }) {
  const page = usePage();
  const t = useT();
  const next = useNextBest(offer, sum);
  const state = listingState({ side: offer.isSell ? "buy" : "sell", crypto: offer.cryptoCurrencyCode });
  const all = listingHref(page.locale, { ...state, currencyCode: offer.fiatCurrencyCode, fiatMin: sum });
  if (next === undefined) return null;
  return (
    <section className="grid gap-2 rounded-lg border border-brand/30 bg-brand-soft p-3" aria-labelledby="next-offer">
      <h3 id="next-offer" className="text-sm font-semibold">
        {t(next ? "offer.next.title" : "offer.next.none")}
      </h3>
      {next ? (
        <>
          <p className="text-sm">
            <bdi className="font-semibold tabular-nums">
              {priceText(page.locale, next.fiatPricePerCrypto, next.fiatCurrencyCode)} {next.fiatCurrencyCode}
            </bdi>{" "}
            · <bdi>{next.paymentMethod.name.localized}</bdi> · <bdi>{next.owner.username}</bdi>
          </p>
          <LinkButton
            look={offer.isSell ? "buy" : "sell"}
            href={page.href("viewOffer", { hash: next.hash }) + (sum ? `?fiat-min=${sum}` : "")}
          >
            {t("offer.next.open")}
          </LinkButton>
        </>
      ) : (
        <LinkButton look="secondary" href={all}>
          {t("offer.next.all")}
        </LinkButton>
      )}
    </section>
  );
}

/** null where nobody has one; undefined until it is known, and where it cannot be asked for. */
function useNextBest(offer: OfferView, sum: string | null): OfferCard | null | undefined {
  const page = usePage();
  const { data } = usePageQuery<OfferCard | null>({
    queryKey: ["next-best", offer.hash, sum],
    queryFn: async ({ signal }) => {
      const { listOffers } = await import("#contract/market/offers/offers.ts");
      const any = {
        type: offer.type,
        crypto_currency_id: String(offer.cryptoCurrencyId),
        currency: offer.fiatCurrencyCode,
        acceptable_only: "1",
        limit: "3",
        locale: page.locale,
        ...(sum === null ? {} : { "fiat-min": sum }),
      } as const;
      for (const query of [{ ...any, "payment-method": offer.paymentMethod.slug }, any]) {
        const { data: found } = await page.call(listOffers, { query, signal });
        const other = found.find(({ hash, owner }) => hash !== offer.hash && owner.username !== offer.ownerUsername);
        if (other) return other;
      }
      return null;
    },
  });
  return data;
}
