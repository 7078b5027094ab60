/**
 * Cached responses that are the same for all visitors without an account, stored as the sent text until their data
 * changes. The same function builds a cached and a new response.
 */
import type { Changes } from "../events/changes.ts";
import type { Db } from "../postgres/db.ts";
import { type Keeping, keepUntilChanged, type Made } from "../events/kept.ts";
import { successAnswer } from "./answer.ts";
import type { Answer } from "./entry/idempotency.ts";
import type { CallContext, Route, Viewer } from "./policy.ts";

export type KeptAnswers = {
  /** What was answered at this address, while it is still true. */
  find(asked: AskedOfKept): Answer | undefined;
  /** The cached or a new response; undefined if responses of this call to this caller are not cached. */
  get(asked: AskedOfKept, context: CallContext): Promise<Answer> | undefined;
};

export type AskedOfKept = { readonly url: string; readonly route: Route; readonly viewer: Viewer | undefined };

/** An address that is so long is asked for once. */
const LONGEST_KEPT_URL = 400;
/** Its text and its bytes: a text of letters beyond Latin takes two for each. */
const BYTES_OF_A_CHARACTER = 3;
/** Its address, and what keeps it. */
const BYTES_OF_AN_ENTRY = 2500;
const HOUR_MS = 3600_000;

export function keepAnswersToAll(db: Db, changes: Pick<Changes, "subscribe" | "isFresh">): KeptAnswers {
  const kept = keepUntilChanged<Answer>(changes, { isFresh: () => changes.isFresh() });
  return {
    find: (asked) => (isAlike(asked) ? kept.find(asked.url) : undefined),
    get(asked, context) {
      const { url, route } = asked;
      if (!isAlike(asked) || url.length > LONGEST_KEPT_URL) return undefined;
      return kept.get(url, () =>
        route.handling.fixed ? answerForever(route, context) : answerNow(db, route, context),
      );
    },
  };
}

/** Whether all callers get the same response. A response that depends on the query alone is also the same with an account. */
function isAlike({ route: { handling }, viewer }: AskedOfKept): boolean {
  return handling.fixed !== undefined || (handling.keeping !== undefined && !viewer);
}

async function answerNow(db: Db, { endpoint, handling }: Route, context: CallContext): Promise<Made<Answer>> {
  const data = await db.read((tx) => must(handling.run)({ ...context, tx: tx as never }));
  return made(successAnswer(endpoint, data), must(handling.keeping)(data, context));
}

async function answerForever({ endpoint, handling }: Route, { query }: CallContext): Promise<Made<Answer>> {
  return made(successAnswer(endpoint, must(handling.fixed)(query)), { topics: [], forMs: HOUR_MS });
}

/** With its bytes, so that they are not made of the text each time. */
function made(answer: Answer, keeping: Keeping): Made<Answer> {
  const value = { ...answer, bytes: Buffer.from(answer.body) };
  return { value, bytes: answer.body.length * BYTES_OF_A_CHARACTER + BYTES_OF_AN_ENTRY, keeping };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a call that keeps its answers has neither");
  return value;
}
