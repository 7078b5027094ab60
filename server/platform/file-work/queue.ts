/** Turns at work on files: one at a time for an account, a few in all, and an end to waiting. */

type Bounds = {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly mostWaitingOfOne: number;
  readonly patienceMs: number;
  /** What is thrown where too many wait, and after waiting too long. */
  readonly busy: () => Error;
};

type Waiting = { readonly account: string; readonly start: () => void };

export type Turns = <T>(account: string, work: () => Promise<T>) => Promise<T>;

/** Accounts take turns: a second file of an account waits for its first, and the files of others do not. */
export function fairTurns({ atOnce, mostWaiting, mostWaitingOfOne, patienceMs, busy }: Bounds): Turns {
  const running = new Set<string>();
  const queue: Waiting[] = [];
  const startNext = () => {
    while (running.size < atOnce) {
      const place = queue.findIndex(({ account }) => !running.has(account));
      const [next] = place < 0 ? [] : queue.splice(place, 1);
      if (!next) return;
      running.add(next.account);
      next.start();
    }
  };
  const turnOf = (account: string) =>
    new Promise<void>((resolve, reject) => {
      const ownWaiting = queue.filter((one) => one.account === account).length;
      if (queue.length >= mostWaiting || ownWaiting >= mostWaitingOfOne) throw busy();
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(busy());
      }, patienceMs);
      const waiting: Waiting = {
        account,
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      queue.push(waiting);
      startNext();
    });
  return async (account, work) => {
    await turnOf(account);
    try {
      return await work();
    } finally {
      running.delete(account);
      startNext();
    }
  };
}
