/** The coins for a typed sum at the first offer of the listing that the sum leads to. */
import { useEffect, useState } from "react";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { usePage } from "#sdk/page-kit.ts";
import { type Asked, type Best, PLAIN } from "./asked-sum.ts";
import { youGet } from "../offer-row/you-get.ts";

const REST_MS = 400;

/** `first` are the offers that the page came with: their best one answers until something is changed. */
export function useBestOffer(asked: Asked, first: readonly OfferCard[]): Best {
  const page = usePage();
  const { side, crypto, fiat, method, text } = asked;
  const [known, setKnown] = useState<Best | null>(null);
  const [from] = useState(asked);
  const isFirst = JSON.stringify(from) === JSON.stringify(asked);
  useEffect(() => {
    if (isFirst) return setKnown(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const { askBestOffer } = await import("./ask-best-offer.ts");
      const best = await askBestOffer(page, { side, crypto, fiat, method, text }, stop.signal);
      if (!stop.signal.aborted) setKnown(best);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [page, isFirst, side, crypto, fiat, method, text]);
  if (!isFirst && known) return known;
  return { coins: coinsAt(page.locale, first, text), sum: null, isFault: false };
}

/** At the first of these that takes the sum. */
function coinsAt(locale: Parameters<typeof youGet>[0], offers: readonly OfferCard[], text: string): string | null {
  if (!PLAIN.test(text)) return null;
  const takes = ({ fiatLimitMin, fiatLimitMax }: OfferCard) =>
    Number(fiatLimitMin) <= Number(text) && Number(text) <= Number(fiatLimitMax);
  const offer = offers.find(takes);
  return offer ? youGet(locale, offer, text) : null;
}
