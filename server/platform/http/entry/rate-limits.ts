/** How many calls a minute one caller may make, by class. Bounds against abuse, far above what a person does. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RateLimit } from "../policy.ts";

export const CALLS_PER_MINUTE: Readonly<Record<RateLimit, number>> = {
  read: 600,
  write: 120,
  money: 60,
  auth: 20,
  code: 6,
  upload: 30,
  translation: 30,
};

/** For the configuration of a route that this policy belongs to: one caller's calls of a class are counted together. */
export function limitOf({ rateLimit }: { readonly rateLimit: RateLimit }) {
  return { max: CALLS_PER_MINUTE[rateLimit], timeWindow: 60_000, groupId: rateLimit };
}

type CountReply = (error: null, count: { current: number; ttl: number }) => void;

/** More callers than these within a minute push the earliest out: the memory is ours. */
const MOST_CALLERS = 100_000;

/** Where the calls are counted: the plugin's own store would count every route apart. */
export class ClassCounts {
  readonly #counts = new Map<string, { current: number; readonly endsMs: number }>();

  incr(key: string, tell: CountReply, timeWindow: number): void {
    const nowMs = Date.now();
    for (const [earliest, { endsMs }] of this.#counts) {
      if (endsMs > nowMs && this.#counts.size <= MOST_CALLERS) break;
      this.#counts.delete(earliest);
    }
    const count = this.#counts.get(key) ?? { current: 0, endsMs: nowMs + timeWindow };
    count.current += 1;
    this.#counts.set(key, count);
    tell(null, { current: count.current, ttl: count.endsMs - nowMs });
  }

  /** How many there were, and for how many milliseconds they still count. */
  known(key: string): { readonly current: number; readonly ttl: number } {
    const count = this.#counts.get(key);
    const ttl = count ? count.endsMs - Date.now() : 0;
    return count && ttl > 0 ? { current: count.current, ttl } : { current: 0, ttl: 0 };
  }

  child(): ClassCounts {
    return this;
  }
}

const A_MINUTE_MS = 60_000;

/** Calls with API keys that were refused before their user was known, by network. Refuses `request.too_many`. */
export class RefusedCalls {
  readonly #counts = new ClassCounts();

  check(from: string): void {
    const { current, ttl } = this.#counts.known(from);
    if (current >= CALLS_PER_MINUTE.write)
      throw new Refusal("request.too_many", { retryAfterSec: Math.ceil(ttl / 1000) });
  }

  count(from: string): void {
    this.#counts.incr(from, () => undefined, A_MINUTE_MS);
  }
}

/** How many users' worth of calls all accounts of one network make together: an office works, and many accounts gain nothing. */
const USERS_OF_A_NETWORK = 10;
/** Counted separately, so that new accounts cannot use up the limits of users with a verified identity. */
const VERIFIED_OF_A_NETWORK = 50;
const VERIFIED_LEVEL = 2;

type Counted = {
  readonly userId: bigint;
  readonly level: number;
  readonly network: string;
  readonly rateLimit: RateLimit;
};

/** Calls of all signed-in users of a network together. What a user calls beyond their own bound is refused and not counted here. */
export class NetworkCounts {
  readonly #each = new ClassCounts();
  readonly #all = new ClassCounts();

  /** Refuses `request.too_many`. */
  count({ userId, level, network, rateLimit }: Counted): void {
    const most = CALLS_PER_MINUTE[rateLimit];
    let own = 0;
    this.#each.incr(`${rateLimit}:${network}:${userId}`, (_, { current }) => (own = current), A_MINUTE_MS);
    if (own > most) return;
    const isVerified = level >= VERIFIED_LEVEL;
    const key = `${rateLimit}:${network}:${isVerified ? "verified" : "others"}`;
    const { current, ttl } = this.#all.known(key);
    if (current >= most * (isVerified ? VERIFIED_OF_A_NETWORK : USERS_OF_A_NETWORK))
      throw new Refusal("request.too_many", { retryAfterSec: Math.ceil(ttl / 1000) });
    this.#all.incr(key, () => undefined, A_MINUTE_MS);
  }
}
