/** A queue with an end, for work that is slow on purpose: a few run, some wait, the others are refused and retry later. */
export function fewAtOnce({
  atOnce,
  mostWaiting,
  busy,
}: {
  atOnce: number;
  mostWaiting: number;
  /** What is thrown at once when too many wait already. */
  busy: () => Error;
}): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= mostWaiting) throw busy();
      await new Promise<void>((start) => queue.push(start));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in the queue, or is free.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
