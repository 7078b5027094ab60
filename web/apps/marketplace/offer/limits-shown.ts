/** Which limits of a start are said beside its amount. */
import { unitsFromDisplay } from "#contract/money/money.ts";
import type { TradeLimits } from "#contract/compliance/levels.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";

export type Limit = TradeLimits["limits"][number];

type Asked = {
  readonly fiatCurrency: Pick<OfferView["fiatCurrency"], "digits">;
  readonly startRefusals: readonly Pick<OfferView["startRefusals"][number], "code" | "max">[];
};

/** A limit that the field already shows is not repeated. */
export function isSaidHere({ code }: Limit): boolean {
  return code !== "trade.amount_out_of_range";
}

/** The limit that the sum is above; before that each that is below the offer's own range, and what the level leaves. */
export function limitsShown(
  { fiatCurrency, startRefusals }: Asked,
  all: readonly Limit[],
  fault: Limit | null,
): Limit[] {
  const { digits } = fiatCurrency;
  const range = all.find((one) => !isSaidHere(one));
  const isTighter = ({ max }: Limit) =>
    range !== undefined && unitsFromDisplay(max, digits) < unitsFromDisplay(range.max, digits);
  // The owner's remaining limit is shown to users who enter more.
  const isShown = (one: Limit) =>
    one.kind === "KycTradeLimit" || (one.code !== "trade.owner_limit" && isSaidHere(one) && isTighter(one));
  // The reason why it cannot be started says its sum as well.
  const isRefused = ({ code }: Limit) => startRefusals.some((one) => one.code === code && one.max !== null);
  return (fault ? [fault] : all.filter(isShown)).filter((one) => !isRefused(one));
}
