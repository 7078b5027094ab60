/**
 * Starts the trade and goes to it. When price or terms moved, under the finger or at the server, it asks, unless the new
 * price is the better one for the reader: who agreed to pay more is not asked whether they would pay less.
 */
import { useRef, useState } from "react";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { startTrade } from "#contract/market/trades/trade/trades.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { isNoWorse, whatChanged } from "./no-worse.ts";
import type { Typed } from "./trade-amounts.ts";
import type { LiveOffer } from "./use-live-offer.ts";

const TRIES = 3;

export type Change = { reason: "offer_margin_changed" | "offer_changed"; before: OfferView };

type Agreed = Pick<OfferView, "fiatPricePerCrypto" | "revision" | "isSell" | "cashback">;

export function useStartTrade({ offer, seen, take }: LiveOffer, account: string | null) {
  const page = usePage();
  const [change, setChange] = useState<Change | null>(null);
  const [isBegun, setBegun] = useState(false);
  // Sent without an answer: it may have begun a trade, so the same is sent again, whatever the price is now.
  const unanswered = useRef<{ text: string; agreed: Agreed } | null>(null);
  // Another amount that was pressed while this one began leads to what has begun.
  const begun = useRef<string | null>(null);
  const action = useAction(
    async (typed: Typed, shown: Agreed, accountId: string | null) => {
      setChange(null);
      if (begun.current) return page.go("viewTrade", { hash: begun.current });
      const { startTrade: call } = await import("#contract/market/trades/trade/trades.ts");
      const text = typed.text.replace(/\.$/, "");
      const name = `${typed.field} ${text} ${accountId}`;
      let agreed = unanswered.current?.text === name ? unanswered.current.agreed : shown;
      unanswered.current = null;
      for (let tries = 1; ; tries += 1) {
        try {
          const { data } = await page.call(call, {
            params: { id: offer.hash },
            body: bodyOf({ field: typed.field, text }, agreed, accountId),
          });
          begun.current = data.tradeHash;
          setBegun(true);
          await page.go("viewTrade", { hash: data.tradeHash });
          // Back here: a new trade is meant.
          begun.current = null;
          setBegun(false);
          return;
        } catch (error) {
          if (isDeclined(error) && error.code === "network") unanswered.current = { text: name, agreed };
          if (!isDeclined(error) || !isChange(error.code)) throw error;
          const { getOffer } = await import("#contract/market/offers/offers.ts");
          const { data: fresh } = await page.call(getOffer, {
            params: { id: offer.hash },
            query: { locale: page.locale },
          });
          take(fresh);
          if (tries === TRIES || !isNoWorse(agreed, fresh))
            return setChange({ reason: error.code, before: { ...offer, ...agreed } });
          agreed = fresh;
        }
      }
    },
    { quiet: true },
  );
  const agreedNow = ({ fiatPricePerCrypto, revision, isSell, cashback }: OfferView): Agreed => ({
    fiatPricePerCrypto,
    revision,
    isSell,
    cashback,
  });
  return {
    ...action,
    change,
    /** The page of the trade is loading. */
    isBegun,
    dismissChange: () => setChange(null),
    /** `isAgreed`: the reader has just been shown what changed. */
    run(typed: Typed, { isAgreed }: { isAgreed: boolean }) {
      const before = seen();
      if (!isAgreed && !isNoWorse(before, offer)) setChange({ reason: whatChanged(before, offer), before });
      else void action.run(typed, agreedNow(offer), account);
    },
  };
}

function bodyOf({ field, text }: Typed, agreed: Agreed, accountId: string | null): BodyOf<typeof startTrade> {
  // From where the visit came: sdk/source.ts.
  const source = sessionStorage.getItem("source_id");
  return {
    ...(field === "fiat" ? { fiat_amount: text } : { crypto_amount: text }),
    expected_price: agreed.fiatPricePerCrypto,
    expected_revision: agreed.revision,
    ...(agreed.cashback === null ? {} : { expected_cashback: agreed.cashback }),
    ...(accountId === null ? {} : { account_id: accountId }),
    ...(source ? { source_id: source } : {}),
  };
}

function isChange(code: string): code is Change["reason"] {
  return code === "offer_margin_changed" || code === "offer_changed";
}
