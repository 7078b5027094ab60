/**
 * The model's divided escrows: what the buyer's share leaves for the seller and the operator. Written from the rules and not
 * from the product: the fee of the share is rounded up, the seller has all that is left, halves are the seller's.
 */
import type { Draw, ModelTrade, Role } from "./types.ts";

type Amounts = Pick<ModelTrade, "units" | "fee">;
type Parts = { readonly buyer: bigint; readonly seller: bigint; readonly operator: bigint };

export function partsOf({ units, fee }: Amounts, share: bigint): Parts {
  const exactly = fee * share;
  const operator = exactly / units + (exactly % units === 0n ? 0n : 1n);
  return { buyer: share, operator, seller: units - share + (fee - operator) };
}

const larger = ({ units }: Amounts, share: bigint): Role => (share + share > units ? "buyer" : "seller");

/** Why an escrow is not divided so; "" when it is. */
export function shareRefusal(trade: Amounts, { share, winner }: { share: bigint | undefined; winner: Role }): string {
  if (share === undefined) return "";
  if (share <= 0n || share >= trade.units) return "dispute.share_out_of_range";
  return larger(trade, share) === winner ? "" : "dispute.share_of_other";
}

/** Of so many cents those for which the coins went over. */
export function centsGone({ units, share }: Pick<ModelTrade, "units" | "share">, cents: number): number {
  if (share === undefined) return 0;
  const exactly = BigInt(cents) * share;
  return Number(exactly / units + (exactly % units === 0n ? 0n : 1n));
}

type Drawn = { readonly share: bigint; readonly winner: Role };

/** A unit, all but one, halves and the unit beside it, or somewhere between. */
export function drawDivision(trade: Amounts, random: Draw): Drawn {
  const { units } = trade;
  const between = 1n + BigInt(random.below(Number(units - 1n)));
  const share = [1n, units - 1n, units / 2n, units / 2n + 1n][random.below(8)] ?? between;
  return { share, winner: larger(trade, share) };
}

/** Invalid divisions: nothing, all, more, or the share of the other side. */
export function drawUnfit(trade: Amounts, random: Draw): Drawn {
  const { units } = trade;
  const { share, winner } = drawDivision(trade, random);
  if (random.below(2) === 0) return { share, winner: winner === "buyer" ? "seller" : "buyer" };
  return { share: [0n, units, units + 1n][random.below(3)] ?? 0n, winner };
}
