/**
 * Passwords are hashed outside of every transaction, a few at a time: the hash is made to be slow, and files and names
 * are looked up by the same four threads of the process.
 */
import { availableParallelism } from "node:os";
import { Refusal } from "#contract/refusals.ts";

const AT_ONCE = Math.min(3, availableParallelism());
export const MOST_WAITING = 60;
const BUSY_RETRY_SEC = 3;

const queue: (() => void)[] = [];
let running = 0;

/** Runs the work when its turn comes. Refuses auth.busy at once when too many wait already. */
export async function inHashingQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= MOST_WAITING) throw new Refusal("auth.busy", { retryAfterSec: BUSY_RETRY_SEC });
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
}
