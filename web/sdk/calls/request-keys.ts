/**
 * The idempotency keys of writes. A write that is under way is joined by an equal one; a write that got no answer keeps
 * its key, so that pressing again repeats the same request and it takes effect once.
 */

const KEPT_MS = 10 * 60_000;

type Clock = () => number;

export type RequestKeys = {
  /** Runs the write under its key, or joins the equal one that runs. */
  once: <T>(text: string, work: (key: string) => Promise<T>) => Promise<T>;
};

/** `isUnanswered` says of what was thrown whether the server may have done the work without saying so. */
export function createRequestKeys({
  nowMs = () => performance.now(),
  newKey = () => crypto.randomUUID() as string,
  isUnanswered,
}: {
  nowMs?: Clock;
  newKey?: () => string;
  isUnanswered: (error: unknown) => boolean;
}): RequestKeys {
  const running = new Map<string, Promise<unknown>>();
  const unanswered = new Map<string, { key: string; untilMs: number }>();

  async function run<T>(text: string, work: (key: string) => Promise<T>): Promise<T> {
    const kept = unanswered.get(text);
    const key = kept && kept.untilMs > nowMs() ? kept.key : newKey();
    unanswered.delete(text);
    try {
      return await work(key);
    } catch (error) {
      if (isUnanswered(error)) unanswered.set(text, { key, untilMs: nowMs() + KEPT_MS });
      throw error;
    } finally {
      running.delete(text);
    }
  }

  return {
    once<T>(text: string, work: (key: string) => Promise<T>) {
      const found = running.get(text) as Promise<T> | undefined;
      if (found) return found;
      const started = run(text, work);
      running.set(text, started);
      return started;
    },
  };
}
