/** What robots quote and take: sizes and prices of play money, rounded to the steps of the market before they are sent. */
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import { systemRandom } from "../../platform/ids.ts";

export type Quote = {
  readonly side: "buy" | "sell";
  readonly price: number;
  readonly amount: number;
  /** An order so near counts as this quote. */
  readonly tolerance: number;
};

const LEVELS = 8;
const HALF_SPREAD = 0.0003;
const SPACING = 0.00035;
/** So much of the free balance is in one ladder, so that a new one fits beside the old. */
const SHARE = 0.3;

/** A slow walk around the reference price, so that the market moves between two rates. */
const drifts = new Map<string, number>();
export function driftOf(symbol: string): number {
  const before = drifts.get(symbol) ?? 0;
  const drift = Math.max(-0.002, Math.min(0.002, before * 0.97 + (chance() - 0.5) * 0.0005));
  drifts.set(symbol, drift);
  return 1 + drift;
}

/** Eight quotes on each side, the farther the larger, moved towards what it has too much of. */
export function ladderOf(
  { minimumValue }: Pick<SpotMarket, "minimumValue">,
  { middle, base, quote }: { middle: number; base: number; quote: number },
): Quote[] {
  const worth = base * middle;
  const skew = worth + quote === 0 ? 0 : ((worth - quote) / (worth + quote)) * HALF_SPREAD * 0.5;
  const centre = middle * (1 - skew);
  const weights = Array.from({ length: LEVELS }, (_, level) => 1 + level * 0.6);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (["buy", "sell"] as const).flatMap((side) =>
    weights.flatMap((weight, level) => {
      const away = HALF_SPREAD + SPACING * level;
      const price = centre * (side === "buy" ? 1 - away : 1 + away);
      const amount = ((side === "buy" ? quote / price : base) * SHARE * weight) / total;
      return amount * price < Number(minimumValue) ? [] : [{ side, price, amount, tolerance: SPACING * 0.9 }];
    }),
  );
}

/** Now and then a market order of twenty times the smallest value or less; undefined mostly. */
export function takingOf({ minimumValue, figures }: SpotMarket): { side: "buy" | "sell"; amount: number } | undefined {
  const price = Number(figures.last ?? figures.reference);
  if (!price || chance() > 0.3) return undefined;
  const value = Number(minimumValue) * (1.5 + chance() * 18);
  return { side: chance() < 0.5 ? "buy" : "sell", amount: value / price };
}

/** The largest multiple of a step that is not above the number, as text; one step at least. */
export function stepped(value: number, step: string): string {
  const digits = step.split(".")[1]?.length ?? 0;
  const steps = Math.max(1, Math.floor(value * 10 ** digits + 1e-9));
  return (steps / 10 ** digits).toFixed(digits).replace(/\.?0+$/, "");
}

/** From 0 to 1, without 1. */
export function chance(): number {
  return systemRandom.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
}
