/** A line before something that only so many may use at once. Who waits too long is sent away. */

export type WaitingLine = {
  /**
   * Waits for a place; whoever got one gives it back by calling the answer, once. Throws what `tooLong` makes when that
   * takes longer than the patience.
   */
  enter(): Promise<() => void>;
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
  let inside = 0;
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
  const leave = () => {
    const [next] = line;
    // The place goes to the next in line, or becomes free.
    if (!next) {
      inside -= 1;
      return;
    }
    line.delete(next);
    clearTimeout(next.timer);
    next.begin();
  };
  return {
    async enter() {
      if (inside >= atOnce) await turn();
      else inside += 1;
      return leave;
    },
  };
}
