/**
 * The open offer, whose price moves with the market while the page is open: the server pushes the rate of its pair at every
 * tick, and the price is made from it here. While the connection is away the rate is asked for as often.
 */
import { useEffect, useRef } from "react";
import { ratesChannel } from "#contract/platform/live-channels.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import type { CryptoFiatRate } from "#contract/money/rates.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useIsLive, useLive } from "#sdk/live/use-live.ts";
import { offerAtRate, withRate } from "./live-offer.ts";

/** As often as the server reads its rates anew. */
const EVERY_MS = 20_000;
const SEEN_AFTER_MS = 2000;

export type LiveOffer = {
  readonly offer: OfferView;
  /** The version that was shown long enough to be read. */
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
      const { getOffer } = await import("#contract/market/offers/offers.ts");
      return (await page.call(getOffer, { params: { id: first.hash }, query: { locale: page.locale } })).data;
    },
  });
  const merge = useMerge<OfferView>(key);
  const currency = first.fiatCurrencyCode;
  const follows = known.isActive && !known.isFixedPrice && !known.isMine;
  const isLive = useIsLive();
  const ratesKey = ["rates", currency] as const;
  const { data: rates } = usePageQuery<readonly CryptoFiatRate[]>({
    queryKey: ratesKey,
    enabled: follows && !isLive,
    // The page was priced a moment ago: a first reading now would only move the price under the finger.
    initialData: [],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { listCryptoFiatRates } = await import("#contract/money/rates.ts");
      return (await page.call(listCryptoFiatRates, { query: { currency } })).data;
    },
  });
  const mergeRates = useMerge<readonly CryptoFiatRate[]>(ratesKey);
  useLive(follows ? ratesChannel(first.cryptoCurrencyCode, currency) : null, (event) => {
    if (event.type === "rate.changed") mergeRates((some) => withRate(some, event.payload.rate));
  });
  const rate = rates?.find((one) => one.cryptoCurrencyCode === known.cryptoCurrencyCode);
  const offer = offerAtRate(known, rate);

  const seen = useRef(offer);
  const { fiatPricePerCrypto, revision, cashback } = offer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person reads of the offer is its price, terms and cashback.
  useEffect(() => {
    const timer = setTimeout(() => {
      seen.current = offer;
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fiatPricePerCrypto, revision, cashback?.percent, cashback?.maxValue]);
  return {
    offer,
    seen: () => seen.current,
    take: (fresh) => merge(() => fresh),
  };
}
