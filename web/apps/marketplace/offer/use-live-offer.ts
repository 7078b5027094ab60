/** The open offer, whose price moves with the market while somebody looks: only the small rate is asked for, not the offer. */
import { useEffect, useRef } from "react";
import type { OfferView } from "#contract/offers.ts";
import type { CryptoFiatRate } from "#contract/rates.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/queries.ts";
import { offerAtRate } from "./live-offer.ts";

/** As often as the server reads its rates anew. */
const EVERY_MS = 20_000;
const SEEN_AFTER_MS = 2000;

export type LiveOffer = {
  readonly offer: OfferView;
  /** As it stood on the screen long enough to have been read. */
  readonly seen: () => OfferView;
  readonly take: (offer: OfferView) => void;
};

export function useLiveOffer(first: OfferView): LiveOffer {
  const page = usePage();
  const key = ["offer", first.hash] as const;
  const { data: known = first } = usePageQuery<OfferView>({
    queryKey: key,
    initialData: first,
    queryFn: async () => {
      const { getOffer } = await import("#contract/offers.ts");
      return (await page.call(getOffer, { params: { id: first.hash }, query: {} })).data;
    },
  });
  const merge = useMerge<OfferView>(key);
  const currency = first.fiatCurrencyCode;
  const { data: rates } = usePageQuery<readonly CryptoFiatRate[]>({
    queryKey: ["rates", currency],
    enabled: known.isActive && !known.isFixedPrice && !known.isMine,
    // The page was priced a moment ago: a first reading now would only move the price under the finger.
    initialData: [],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { listCryptoFiatRates } = await import("#contract/rates.ts");
      return (await page.call(listCryptoFiatRates, { query: { currency } })).data;
    },
  });
  const rate = rates?.find((one) => one.cryptoCurrencyCode === known.cryptoCurrencyCode);
  const offer = offerAtRate(known, rate);

  const seen = useRef(offer);
  const { fiatPricePerCrypto, revision } = offer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person reads of the offer is its price and revision.
  useEffect(() => {
    const timer = setTimeout(() => {
      seen.current = offer;
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fiatPricePerCrypto, revision]);
  return {
    offer,
    seen: () => seen.current,
    take: (fresh) => merge(() => fresh),
  };
}
