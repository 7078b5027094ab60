/** Starts a child process again when it ends by itself, as an init system would. */

/** A child that runs: `ended` resolves at its end, however it came; `stop` also frees what the parent holds for it. */
export type Child = { readonly ended: Promise<void>; stop(): Promise<void> };

export type SuperviseOptions<C extends Child> = {
  /** As messages name it: "the Bitcoin node". */
  readonly name: string;
  readonly first: C;
  readonly start: () => Promise<C>;
  readonly say: (text: string) => void;
  /** Before the first new try; each further one waits twice as long, up to `longestWaitMs`. */
  readonly firstWaitMs?: number;
  readonly longestWaitMs?: number;
};

/** A child that lived so long ended for another reason than the one before it: the waits begin anew. */
const LIVED_MS = 60_000;

/** Returns what stops the child and the supervision. A start that fails is tried again for as long as the parent runs. */
export function supervise<C extends Child>(options: SuperviseOptions<C>): { stop(): Promise<void> } {
  const { name, first, start, say, firstWaitMs = 1000, longestWaitMs = 30_000 } = options;
  let child: C | undefined = first;
  let stopping = false;
  let waitMs = firstWaitMs;
  let startedAt = performance.now();
  const pause = pauses();

  const watch = async () => {
    while (!stopping) {
      if (child) {
        await child.ended;
        if (stopping) return;
        if (performance.now() - startedAt > LIVED_MS) waitMs = firstWaitMs;
        say(`${name} has stopped; starting it again in ${waitMs / 1000} s`);
        // What the parent runs for the old one, such as a miner, must not work beside the new one.
        await child.stop().catch(() => undefined);
        child = undefined;
      }
      await pause.wait(waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
      if (stopping) return;
      startedAt = performance.now();
      child = await start().catch((error: unknown) => {
        say(`${name} did not start: ${error instanceof Error ? error.message : error}`);
        return undefined;
      });
      if (child) say(`${name} runs again`);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping = true;
      pause.end();
      await child?.stop();
      await watching;
      // A start that was under way when the stop came has brought another one.
      await child?.stop();
    },
  };
}

function pauses(): { wait(ms: number): Promise<void>; end(): void } {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((done) => {
        const timer = setTimeout(done, ms);
        end = () => {
          clearTimeout(timer);
          done();
        };
      }),
    end: () => end(),
  };
}
