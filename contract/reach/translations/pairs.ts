/** Pairs of languages that can be translated, and those that lead into a reader's language. Languages are tags: "es", "pt-BR". */

export type Pair = { readonly from: string; readonly to: string };

export const primaryOf = (tag: string): string => tag.split("-", 1)[0] ?? tag;

/**
 * For a reader of `to`, one pair for each language that can be translated from. Among pairs from one language the one into exactly `to` is taken,
 * then the one into the language without a region.
 */
export function pairsInto(pairs: readonly Pair[], to: string): readonly Pair[] {
  const fitting = pairs
    .filter((pair) => primaryOf(pair.to) === primaryOf(to) && primaryOf(pair.from) !== primaryOf(to))
    .sort((a, b) => distance(a, to) - distance(b, to));
  const best = new Map<string, Pair>();
  for (const pair of fitting) if (!best.has(pair.from)) best.set(pair.from, pair);
  return [...best.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}

function distance(pair: Pair, to: string): number {
  if (pair.to === to) return 0;
  return pair.to === primaryOf(to) ? 1 : 2;
}
