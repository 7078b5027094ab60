/** A line before something that only so many may use at once. Who waits too long is sent away. */

export type WaitingLine = {
  /** Runs the work when its turn has come. Throws what `tooLong` makes when that takes longer than the patience. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

type Waiting = { readonly begin: () => void; readonly timer: NodeJS.Timeout };

export function makeWaitingLine({
  atOnce,
  patienceMs,
  tooLong,
}: {
  atOnce: number;
  patienceMs: number;
  tooLong: () => Error;
}): WaitingLine {
  let running = 0;
  const line = new Set<Waiting>();
  const turn = () =>
    new Promise<void>((begin, fail) => {
      const place: Waiting = {
        begin,
        timer: setTimeout(() => {
          line.delete(place);
          fail(tooLong());
        }, patienceMs),
      };
      line.add(place);
    });
  return {
    async run(work) {
      if (running >= atOnce) await turn();
      else running += 1;
      try {
        return await work();
      } finally {
        const [next] = line;
        // The turn goes to the next in line, or becomes free.
        if (next) {
          line.delete(next);
          clearTimeout(next.timer);
          next.begin();
        } else running -= 1;
      }
    },
  };
}
