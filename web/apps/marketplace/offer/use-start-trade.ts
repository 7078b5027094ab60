/** Starts the trade and goes to it; when price or terms moved meanwhile, fetches the offer again and asks. */
import { useState } from "react";
import type { OfferView } from "#contract/offers.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import type { Typed } from "./trade-amounts.ts";

export type Change = { reason: "offer_margin_changed" | "offer_changed"; before: OfferView };

export function useStartTrade(offer: OfferView, onFresh: (offer: OfferView) => void) {
  const page = usePage();
  const [change, setChange] = useState<Change | null>(null);
  const action = useAction(
    async (typed: Typed) => {
      setChange(null);
      const { startTrade } = await import("#contract/trades.ts");
      const text = typed.text.replace(/\.$/, "");
      try {
        const { data } = await page.call(startTrade, {
          params: { id: offer.hash },
          body: {
            ...(typed.field === "fiat" ? { fiat_amount: text } : { crypto_amount: text }),
            expected_price: offer.fiatPricePerCrypto,
            expected_revision: offer.revision,
          },
        });
        page.go("viewTrade", { hash: data.tradeHash });
      } catch (error) {
        if (!isDeclined(error) || !isChange(error.code)) throw error;
        const { getOffer } = await import("#contract/offers.ts");
        const fresh = await page.call(getOffer, { params: { id: offer.hash }, query: {} });
        onFresh(fresh.data);
        setChange({ reason: error.code, before: offer });
      }
    },
    { quiet: true },
  );
  return { ...action, change, dismissChange: () => setChange(null) };
}

function isChange(code: string): code is Change["reason"] {
  return code === "offer_margin_changed" || code === "offer_changed";
}
