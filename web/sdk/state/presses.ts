/**
 * Which presses of one action are one, wait or run side by side. In one lane (the thing that is acted on) an equal input
 * joins the press that runs or waits last, and a different one waits its turn; other lanes do not wait for each other.
 */
export type Presses = {
  /** `work` settles its own failures. */
  run: (lane: string, input: string, work: () => Promise<void>) => Promise<void>;
  isRunning: (lane: string) => boolean;
};

/** `changed` gets the number of lanes in which something runs or waits. */
export function createPresses(changed: (running: number) => void): Presses {
  const lanes = new Map<string, { input: string; done: Promise<void> }>();
  return {
    run(lane, input, work) {
      const last = lanes.get(lane);
      if (last?.input === input) return last.done;
      const done = (last ? last.done.then(work) : work()).finally(() => {
        if (lanes.get(lane)?.done !== done) return;
        lanes.delete(lane);
        changed(lanes.size);
      });
      lanes.set(lane, { input, done });
      changed(lanes.size);
      return done;
    },
    isRunning: (lane) => lanes.has(lane),
  };
}
