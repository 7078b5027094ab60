/** Which thing fails and how: the n-th that passes a place. No clock and no chance are in it: the same fault strikes again. */

/** The places where something may fail, with the ways in which it does there. */
export const WAYS = {
  /** The connection is gone before it leaves; the server gives it up; the server wants the transaction begun anew. */
  statement: ["lost", "given up", "begun anew"],
  /** Never reaches the server; or is made there, and the response is lost. */
  commit: ["lost", "unheard"],
  /** Its policy says no; no answer; it dies behind its journal's line, or in the middle of that line. */
  signer: ["refuses", "silent", "dies", "dies writing"],
  /** No answer; an error of its own. */
  node: ["silent", "confused"],
  /** The bytes never reach the node; or it returns an error; or it accepts them and the response is lost. */
  broadcast: ["silent", "confused", "unheard"],
} as const;

export type Place = keyof typeof WAYS;
export type Way = (typeof WAYS)[Place][number];
export type Fault = { readonly place: Place; readonly way: Way; readonly nth: number };
/** How often each place was passed. */
export type Passed = Readonly<Record<Place, number>>;

export const PLACES = Object.keys(WAYS) as readonly Place[];

export type Faults = {
  /** One more passes here: answers how it fails, where the fault lies in wait for it. */
  meet(place: Place): Way | undefined;
  /** Does the work with the fault in its way, or with none; whatever the work throws is thrown. */
  during<T>(
    fault: Fault | undefined,
    work: () => Promise<T>,
  ): Promise<{ result: T; passed: Passed; hasStruck: boolean }>;
};

export function makeFaults(): Faults {
  let waiting: Fault | undefined;
  let passed: Record<Place, number> | undefined;
  let hasStruck = false;
  return {
    meet(place) {
      if (!passed) return undefined;
      passed[place] += 1;
      if (hasStruck || waiting?.place !== place || waiting.nth !== passed[place]) return undefined;
      hasStruck = true;
      return waiting.way;
    },
    async during(fault, work) {
      const counted = { statement: 0, commit: 0, signer: 0, node: 0, broadcast: 0 };
      [waiting, passed, hasStruck] = [fault, counted, false];
      try {
        const result = await work();
        return { result, passed: counted, hasStruck };
      } finally {
        passed = undefined;
      }
    },
  };
}

/** Every fault of a run that passed so often. */
export function allFaults(passed: Passed, places: readonly Place[] = PLACES): Fault[] {
  return places.flatMap((place) =>
    Array.from({ length: passed[place] }, (_, index) => index + 1).flatMap((nth) =>
      WAYS[place].map((way) => ({ place, way, nth })),
    ),
  );
}
