/** Drawing from one seed: the same seed gives the same market on every machine. */
import { type Ids, makeIds, seededRandom } from "../../platform/ids.ts";

export type Draw = Ids & {
  pick<T>(from: readonly T[]): T;
  /** So many different ones, or all of them. */
  some<T>(from: readonly T[], count: number): T[];
  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
};

export function drawFrom(seed: string): Draw {
  const drawn = makeIds(seededRandom(seed));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[drawn.below(from.length)];
    if (found === undefined) throw new Error("there is nothing to pick from");
    return found;
  };
  return {
    ...drawn,
    pick,
    some(from, count) {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(drawn.below(left.length), 1),
      ).flat();
    },
    between: (start, end) => start + drawn.below(end - start + 1),
    percent: (share) => drawn.below(100) < share,
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let at = drawn.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [key, weight] of entries) {
        if (at < weight) return key;
        at -= weight;
      }
      throw new Error("the weights sum to nothing");
    },
  };
}
