/**
 * Answers that everybody without an account gets alike, kept as the text that is sent until something that they show
 * changes. What is kept is what would be answered now: the same function makes it.
 */
import type { Changes } from "../changes.ts";
import type { Db } from "../db.ts";
import { keepUntilTold, type Made } from "../kept.ts";
import { successAnswer } from "./answer.ts";
import type { Answer } from "./idempotency.ts";
import type { CallContext, Route } from "./policy.ts";

export type KeptAnswers = {
  /** What was answered at this address to somebody without an account, while it is still true. */
  find(url: string): Answer | undefined;
  /** The same, or what is answered now; undefined for a call whose answers are not kept, or whose caller has an account. */
  get(url: string, route: Route, context: CallContext): Promise<Answer> | undefined;
};

/** An address that is so long is asked for once. */
const LONGEST_KEPT_URL = 400;
/** A text of letters beyond Latin takes two bytes for each. */
const BYTES_OF_A_CHARACTER = 2;

export function keepAnswersToAll(db: Db, changes: Pick<Changes, "tell" | "isFresh">): KeptAnswers {
  const kept = keepUntilTold<Answer>(changes, { isFresh: () => changes.isFresh() });
  return {
    find: kept.find,
    get(url, route, context) {
      if (!route.handling.keeping || context.viewer || url.length > LONGEST_KEPT_URL) return undefined;
      return kept.get(url, () => answerToAll(db, route, context));
    },
  };
}

async function answerToAll(db: Db, { endpoint, handling }: Route, context: CallContext): Promise<Made<Answer>> {
  const data = await db.read((tx) => must(handling.run)({ ...context, tx: tx as never }));
  const value = successAnswer(endpoint, data);
  const keeping = must(handling.keeping)(data, context);
  return { value, bytes: value.body.length * BYTES_OF_A_CHARACTER, keeping };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a call that keeps its answers has neither");
  return value;
}
