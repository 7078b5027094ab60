/** The coins for a typed sum at the first offer of the listing that the sum leads to. */
import { useEffect, useState } from "react";
import { CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import type { Side } from "#contract/market/offers/listing-paths.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { usePage } from "#sdk/page-kit.ts";
import { youGet } from "../offer-row/you-get.ts";

type Asked = {
  readonly side: Side;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  /** A slug; "" for any. */
  readonly method: string;
  readonly text: string;
};

const REST_MS = 400;
const PLAIN = /^\d{1,12}(\.\d{1,8})?$/;

type Best = {
  readonly coins: string | null;
  /** The typed number, once it was read. */
  readonly sum: string | null;
  readonly isFault: boolean;
};

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
      const [{ readNumber }, { listOffers }, { numberStyle }] = await Promise.all([
        import("#contract/platform/typed-numbers.ts"),
        import("#contract/market/offers/offers.ts"),
        import("#sdk/number-input.tsx"),
      ]);
      const read = readNumber(text, { style: numberStyle(page.locale) });
      const sum = read.kind === "number" ? read.text : "";
      const isFault = read.kind !== "empty" && !PLAIN.test(sum);
      if (read.kind === "empty" || isFault) return setKnown({ coins: null, sum: null, isFault });
      const query = {
        type: side === "buy" ? "sell" : "buy",
        crypto_currency_id: String(CRYPTO[crypto].id),
        currency: fiat,
        "fiat-min": sum,
        limit: "1",
        ...(method ? { "payment-method": method } : {}),
      } as const;
      const answer = await page.call(listOffers, { query, signal: stop.signal }).catch(() => null);
      const [offer] = answer?.data ?? [];
      if (!stop.signal.aborted)
        setKnown({ coins: offer ? youGet(page.locale, offer, sum) : null, sum, isFault: false });
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
