/**
 * Starts the trade and goes to it. When price or terms moved meanwhile it fetches the offer again and asks, unless the
 * new price is the better one for the reader: who agreed to pay more is not asked whether he would pay less.
 */
import { useState } from "react";
import type { OfferView } from "#contract/offers.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { isNoWorse } from "./no-worse.ts";
import type { Typed } from "./trade-amounts.ts";

const TRIES = 3;

export type Change = { reason: "offer_margin_changed" | "offer_changed"; before: OfferView };

export function useStartTrade(offer: OfferView, onFresh: (offer: OfferView) => void) {
  const page = usePage();
  const [change, setChange] = useState<Change | null>(null);
  const action = useAction(
    async (typed: Typed) => {
      setChange(null);
      const { startTrade } = await import("#contract/trades.ts");
      const text = typed.text.replace(/\.$/, "");
      let agreed = offer;
      for (let tries = 1; ; tries += 1) {
        try {
          const { data } = await page.call(startTrade, {
            params: { id: offer.hash },
            body: {
              ...(typed.field === "fiat" ? { fiat_amount: text } : { crypto_amount: text }),
              expected_price: agreed.fiatPricePerCrypto,
              expected_revision: agreed.revision,
            },
          });
          return page.go("viewTrade", { hash: data.tradeHash });
        } catch (error) {
          if (!isDeclined(error) || !isChange(error.code)) throw error;
          const { getOffer } = await import("#contract/offers.ts");
          const { data: fresh } = await page.call(getOffer, { params: { id: offer.hash }, query: {} });
          onFresh(fresh);
          if (tries === TRIES || !isNoWorse(agreed, fresh)) {
            return setChange({ reason: error.code, before: agreed });
          }
          agreed = fresh;
        }
      }
    },
    { quiet: true },
  );
  return { ...action, change, dismissChange: () => setChange(null) };
}

function isChange(code: string): code is Change["reason"] {
  return code === "offer_margin_changed" || code === "offer_changed";
}
