/** A rule as it is being written: what the form holds, and what of it can be sent and proved. */
import { amountFault, CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { createHedgeRule } from "#contract/products/hedging/hedging.ts";
import {
  type EveryDays,
  type HEDGE_COINS,
  type HedgeTrigger,
  hedgeRuleText,
  type PriceSide,
} from "#contract/products/hedging/names.ts";

export type Draft = {
  readonly trigger: HedgeTrigger;
  readonly coin: (typeof HEDGE_COINS)[number];
  /** Into tether, or from it back. */
  readonly way: "protect" | "back";
  /** Percent. */
  readonly share: string;
  readonly keep: string;
  readonly hasPrice: boolean;
  readonly side: PriceSide;
  readonly usd: string;
  readonly everyDays: EveryDays;
};

export const EMPTY_DRAFT: Draft = {
  ...{ trigger: "deposit", coin: "BTC", way: "protect", share: "50", keep: "" },
  ...{ hasPrice: false, side: "at_most", usd: "", everyDays: 7 },
};

export const pairOf = ({ coin, way }: Draft): { from: CryptoCode; to: CryptoCode } =>
  way === "protect" ? { from: coin, to: "USDT" } : { from: "USDT", to: coin };

export type ReadyRule = { readonly body: BodyOf<typeof createHedgeRule>; readonly text: string };

/** Null while something is missing or unreadable. */
export function readyRule(draft: Draft): ReadyRule | null {
  const { from, to } = pairOf(draft);
  const share = /^\d{1,3}(\.\d{1,2})?$/.test(draft.share) ? unitsFromDisplay(draft.share, 2) : 0n;
  const asksPrice = draft.trigger === "price" || draft.hasPrice;
  const isKeepWrong = draft.keep !== "" && amountFault(draft.keep, CRYPTO[from].digits) !== undefined;
  if (share < 1n || share > 10_000n || isKeepWrong || (asksPrice && amountFault(draft.usd, 2) !== undefined))
    return null;
  const everyDays = draft.trigger === "schedule" ? draft.everyDays : null;
  const price = asksPrice ? { side: draft.side, usdCents: unitsFromDisplay(draft.usd, 2) } : null;
  const keepUnits = draft.keep === "" ? 0n : unitsFromDisplay(draft.keep, CRYPTO[from].digits);
  return {
    text: hedgeRuleText({ trigger: draft.trigger, from, to, shareBp: Number(share), keepUnits, price, everyDays }),
    body: {
      ...{ trigger: draft.trigger, from, to, share_bp: Number(share) },
      ...(draft.keep === "" ? {} : { keep: draft.keep }),
      ...(asksPrice ? { price_side: draft.side, price_usd: draft.usd } : {}),
      ...(everyDays === null ? {} : { every_days: everyDays }),
    },
  };
}
