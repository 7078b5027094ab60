/** Which limits of a start are said beside its amount, and which of them a typed sum is above. */
import { amountFault, unitsFromDisplay } from "#contract/money/money.ts";
import type { TradeLimits } from "#contract/compliance/levels.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";

export type Limit = TradeLimits["limits"][number];

type Asked = {
  readonly fiatCurrency: Pick<OfferView["fiatCurrency"], "digits">;
  readonly startRefusals: readonly Pick<OfferView["startRefusals"][number], "code" | "max">[];
};

/** A limit that the field already shows is not repeated. */
function isSaidHere({ code }: Limit): boolean {
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

/** The tightest firm limit that this sum is above; null where none is, or nothing is typed that could be compared. */
export function limitFault(
  offer: Pick<Asked, "fiatCurrency">,
  limits: TradeLimits | undefined,
  fiat: string,
): Limit | null {
  return limitsBelow(offer, limits, fiat).find(({ isFirm }) => isFirm) ?? null;
}

/** A seller with too few coins has some time to deposit the rest. */
export function isAboveOwnCoins(
  offer: Pick<Asked, "fiatCurrency">,
  limits: TradeLimits | undefined,
  fiat: string,
): boolean {
  return limitsBelow(offer, limits, fiat).some(({ isFirm }) => !isFirm);
}

function limitsBelow(offer: Pick<Asked, "fiatCurrency">, limits: TradeLimits | undefined, fiat: string): Limit[] {
  const { digits } = offer.fiatCurrency;
  // What is on the way to a number, such as "20.", is above nothing.
  if (!limits || amountFault(fiat, digits) !== undefined) return [];
  const units = unitsFromDisplay(fiat, digits);
  return limits.limits.filter((one) => isSaidHere(one) && units > unitsFromDisplay(one.max, digits));
}
