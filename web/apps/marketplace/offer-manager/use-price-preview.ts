/** The entered price compared with the market; requested a moment after the last key. */
import { useEffect, useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { previewOfferPrice } from "#contract/market/offers/offers.ts";
import { usePage } from "#sdk/page-kit.ts";
import { tidyAmount, tidyMargin } from "./body.ts";

export type PricePreview = ReplyOf<typeof previewOfferPrice>;

const AFTER_MS = 300;

/** null until it is known, and where there is no rate. */
export function usePricePreview(draft: OfferBody): PricePreview | null {
  const page = usePage();
  const [known, setKnown] = useState<{ market: string; preview: PricePreview | null } | null>(null);
  const { offer_type: type, crypto_currency_code, fiat_currency_code: currency, payment_method } = draft;
  const margin = draft.margin === undefined ? undefined : tidyMargin(draft.margin);
  const fixed = draft.fixed_price ? tidyAmount(draft.fixed_price) : undefined;
  // The price of another coin or currency would be taken for the typed one's.
  const market = `${type} ${crypto_currency_code} ${currency}`;
  useEffect(() => {
    if (!margin && !fixed) return setKnown(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const { previewOfferPrice } = await import("#contract/market/offers/offers.ts");
      const query = {
        type,
        crypto_currency_code,
        currency,
        ...(payment_method ? { "payment-method": payment_method } : {}),
        ...(margin ? { margin } : { fixed_price: fixed }),
      };
      const answer = await page.call(previewOfferPrice, { query, signal: stop.signal }).catch(() => null);
      if (!stop.signal.aborted) setKnown({ market, preview: answer?.data ?? null });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [page, market, type, crypto_currency_code, currency, margin, fixed, payment_method]);
  return known?.market === market ? known.preview : null;
}
