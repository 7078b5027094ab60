/** The limits of the facade, counted in this process as the limits of all calls are: the weight of calls by network, orders by user. */
import { ClassCounts } from "../../../platform/http/entry/rate-limits.ts";
import { tooMany } from "./facade-error.ts";

const MINUTE_MS = 60_000;
const TEN_SECONDS_MS = 10_000;
const DAY_MS = 86_400_000;

export const RATE_LIMITS = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6000 },
  { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 100 },
  { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 200_000 },
] as const;
const [WEIGHT, TEN_SECONDS, DAY] = RATE_LIMITS;

type Headers = Record<string, string>;

export class Weights {
  readonly #weight = new ClassCounts();
  readonly #short = new ClassCounts();
  readonly #day = new ClassCounts();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** Of a network; the headers say what is used up. Refuses -1003. */
  use(network: string, weight: number, headers: Headers): void {
    let used = 0;
    for (let one = 0; one < weight; one++) used = add(this.#weight, network, MINUTE_MS);
    headers["x-mbx-used-weight"] = headers["x-mbx-used-weight-1m"] = String(used);
    this.#refuse(used, WEIGHT.limit, this.#weight.known(network).ttl);
  }

  /** An order of a user. Refuses -1003. */
  order(userId: bigint, headers: Headers): void {
    const key = String(userId);
    const [short, day] = [add(this.#short, key, TEN_SECONDS_MS), add(this.#day, key, DAY_MS)];
    headers["x-mbx-order-count-10s"] = String(short);
    headers["x-mbx-order-count-1d"] = String(day);
    this.#refuse(short, TEN_SECONDS.limit, this.#short.known(key).ttl);
    this.#refuse(day, DAY.limit, this.#day.known(key).ttl);
  }

  #refuse(used: number, most: number, ttlMs: number): void {
    if (this.#isOn && used > most) throw tooMany(Math.max(1, Math.ceil(ttlMs / 1000)));
  }
}

function add(counts: ClassCounts, key: string, windowMs: number): number {
  let now = 0;
  counts.incr(key, (_, { current }) => (now = current), windowMs);
  return now;
}
