/** Levels of a book put together into wider ones, with what is up to each. */
import type { SpotLevel } from "#contract/products/spot/spot.ts";
import type { SpotSide } from "#contract/products/spot/names.ts";
import { stepsOf, textOfSteps } from "./steps.ts";

export const GROUPS = [1, 10, 100, 1000] as const;

export type GroupedLevel = {
  readonly price: string;
  readonly amount: string;
  /** Of this level and all better ones. */
  readonly upTo: string;
  /** The same as a share of the deepest shown, from 0 to 1. */
  readonly share: number;
};

type Steps = { readonly priceStep: string; readonly amountStep: string };

/** Bids go down to the next multiple, asks up, so that no level looks better than it is. */
export function grouped(
  levels: readonly SpotLevel[],
  { side, group, most, priceStep, amountStep }: Steps & { side: SpotSide; group: number; most: number },
): GroupedLevel[] {
  const width = BigInt(group);
  const sums = new Map<bigint, bigint>();
  for (const { price, amount } of levels) {
    const ticks = stepsOf(price, priceStep) ?? 0n;
    const place = side === "buy" ? (ticks / width) * width : ((ticks + width - 1n) / width) * width;
    if (!sums.has(place) && sums.size === most) break;
    sums.set(place, (sums.get(place) ?? 0n) + (stepsOf(amount, amountStep) ?? 0n));
  }
  const total = [...sums.values()].reduce((all, lots) => all + lots, 0n);
  let upTo = 0n;
  return [...sums].map(([ticks, lots]) => {
    upTo += lots;
    return {
      price: textOfSteps(ticks, priceStep),
      amount: textOfSteps(lots, amountStep),
      upTo: textOfSteps(upTo, amountStep),
      share: total === 0n ? 0 : Number((upTo * 1000n) / total) / 1000,
    };
  });
}
