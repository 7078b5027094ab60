/** A rule as it is given, read and checked. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { amountFault, CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { createHedgeRule } from "#contract/products/hedging/hedging.ts";
import type { EveryDays, HedgeTrigger, PriceSide } from "#contract/products/hedging/names.ts";

export type GivenRule = BodyOf<typeof createHedgeRule>;

export type Rule = {
  readonly trigger: HedgeTrigger;
  readonly from: CryptoCode;
  readonly to: CryptoCode;
  readonly shareBp: number;
  readonly keepUnits: bigint;
  readonly price: { readonly side: PriceSide; readonly usdCents: bigint } | null;
  readonly everyDays: EveryDays | null;
};

/** Refuses wallet.same_currency, hedging.rule_shape, money.malformed and money.too_many_digits. */
export function readRule(given: GivenRule): Rule {
  const { trigger, from, to, share_bp: shareBp, price_side: side, every_days: everyDays } = given;
  if (from === to) throw fieldRefusal("wallet.same_currency", "to");
  if (from !== "USDT" && to !== "USDT") throw fieldRefusal("hedging.rule_shape", "to");
  if ((side === undefined) !== (given.price_usd === undefined) || (trigger === "price" && side === undefined))
    throw fieldRefusal("hedging.rule_shape", "price_usd");
  if ((trigger === "schedule") !== (everyDays !== undefined)) throw fieldRefusal("hedging.rule_shape", "every_days");
  const keepUnits =
    given.keep === undefined ? 0n : readAmount(given.keep, { digits: CRYPTO[from].digits, field: "keep" });
  const price =
    side === undefined || given.price_usd === undefined
      ? null
      : { side, usdCents: readAmount(given.price_usd, { digits: 2, field: "price_usd" }) };
  return { trigger, from, to, shareBp, keepUnits, price, everyDays: everyDays ?? null };
}

export function readAmount(text: string, { digits, field }: { digits: number; field: string }): bigint {
  const fault = amountFault(text, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, field, { digits });
  return unitsFromDisplay(text, digits);
}
