/** Measuring on a machine that does other things too: limit and subject take turns, and the middle round counts. */

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds that each of many calls took, over all callers together. */
export type Timed = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** So many callers call one after the other for a while. A call answers how many things it did; nothing means one. */
export async function during(
  seconds: number,
  callers: number,
  call: (caller: number, round: number) => Promise<unknown>,
): Promise<Timed> {
  const took: number[] = [];
  let done = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let round = 0; performance.now() < until; round++) {
        const from = performance.now();
        const count = await call(caller, round);
        took.push(performance.now() - from);
        done += typeof count === "number" ? count : 1;
      }
    }),
  );
  const perSecond = (done * 1000) / (performance.now() - begun);
  return { perSecond, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

export type Rounds<Name extends string> = Record<Name, Timed[]>;

/** Runs every measurement once a round, in turns, after one short round that nobody counts. */
export async function interleaved<Name extends string>(
  rounds: number,
  measurements: Record<Name, (seconds: number) => Promise<Timed>>,
  seconds: number,
): Promise<Rounds<Name>> {
  const names = Object.keys(measurements) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Timed[]])) as Rounds<Name>;
  for (const name of names) await measurements[name](Math.min(1, seconds));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await measurements[name](seconds));
  }
  return results;
}

export function middle(rounds: readonly Timed[], of: keyof Timed): number {
  return median(rounds.map((round) => round[of]));
}

/** The middle of the ratios of rounds that ran beside each other. */
export function ratioOf(
  subject: readonly Timed[],
  limit: readonly Timed[],
  of: keyof Timed,
  limitOf: keyof Timed = of,
): number {
  return median(subject.map((round, index) => round[of] / (limit[index]?.[limitOf] ?? Number.NaN)));
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
