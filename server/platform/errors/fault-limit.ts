/** Limits log lines of one kind per hour: a visitor who finds a fault can repeat it, and would fill log and tables. */

export const FAULTS_PER_HOUR = 5;
const MOST_KINDS = 100;
const HOUR = 3_600_000;

export type FaultLimit = (kind: string) => {
  readonly isLogged: boolean;
  /** Of this kind in the hour before, after its last one that was logged. */
  readonly suppressed: number;
};

type LinesBound = { readonly perHour: number; readonly mostKinds: number };

/** Kinds beyond the most in an hour are one kind. */
export function makeFaultLimit(
  clockMs: () => number = Date.now,
  { perHour, mostKinds }: LinesBound = { perHour: FAULTS_PER_HOUR, mostKinds: MOST_KINDS },
): FaultLimit {
  let counts = new Map<string, number>();
  let before = counts;
  let endsMs = clockMs() + HOUR;
  return (named) => {
    if (clockMs() >= endsMs) {
      before = counts;
      counts = new Map();
      endsMs = clockMs() + HOUR;
    }
    const kind = counts.has(named) || counts.size < mostKinds ? named : "";
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const suppressed = count === 1 ? Math.max(0, (before.get(kind) ?? 0) - perHour) : 0;
    return { isLogged: count <= perHour, suppressed };
  };
}
