/** Draws mutants by a seed: so many of every kind at least, the rest in proportion, and files by their lines of code. */
import { createHash } from "node:crypto";
import { KINDS, type Kind, type Mutant } from "./mutant.ts";

export type Wanted = { readonly total: number; readonly least: number };

/** How many of each kind make `total`: `least` of each where there are so many, the rest as the kinds are frequent. */
export function sharesOf(counts: ReadonlyMap<Kind, number>, { total, least }: Wanted): Map<Kind, number> {
  const shares = new Map(KINDS.map((kind) => [kind, Math.min(least, counts.get(kind) ?? 0)]));
  let left = total - sum(shares.values());
  while (left > 0) {
    const open = KINDS.filter((kind) => (shares.get(kind) ?? 0) < (counts.get(kind) ?? 0));
    const all = sum(open.map((kind) => counts.get(kind) ?? 0));
    if (all === 0) break;
    const round = left;
    for (const kind of open) {
      const had = shares.get(kind) ?? 0;
      const more = Math.min(Math.ceil((round * (counts.get(kind) ?? 0)) / all), (counts.get(kind) ?? 0) - had, left);
      shares.set(kind, had + more);
      left -= more;
    }
  }
  return shares;
}

/** Every mutant of each kind in the order of the draw: a file is met as often as it has lines. */
export function shuffled(
  mutants: readonly Mutant[],
  linesOf: (file: string) => number,
  seed: string,
): Map<Kind, Mutant[]> {
  const ofKind = Map.groupBy(mutants, ({ kind }) => kind);
  return new Map(
    [...ofKind].map(([kind, list]) => {
      const inFile = Map.groupBy(list, ({ file }) => file);
      const keyed = list.map((mutant) => {
        const weight = linesOf(mutant.file) / (inFile.get(mutant.file)?.length ?? 1);
        return { mutant, key: -Math.log(fraction(`${seed}:${mutant.id}`)) / weight };
      });
      return [kind, keyed.sort((one, two) => one.key - two.key).map(({ mutant }) => mutant)];
    }),
  );
}

/** One queue of all kinds in which every beginning has the kinds in the shares of the whole. */
export function interleaved(chosen: ReadonlyMap<Kind, readonly Mutant[]>): Mutant[] {
  const placed = [...chosen.values()].flatMap((list) =>
    list.map((mutant, index) => ({ mutant, place: (index + 0.5) / list.length })),
  );
  return placed.sort((one, two) => one.place - two.place).map(({ mutant }) => mutant);
}

/** From 0 to 1, neither included. */
function fraction(text: string): number {
  return (createHash("sha256").update(text).digest().readUIntBE(0, 6) + 1) / (2 ** 48 + 2);
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
