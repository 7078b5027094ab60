/**
 * Request keys of calls with slow work before their transaction: they are looked up, and answers that need nothing else of the
 * database are kept, together with those that arrive while the database answers others. There is no timer.
 */
import { Refusal } from "#contract/platform/refusals.ts";
import type { Db } from "../postgres/db.ts";
import {
  type Answer,
  againIfTaken,
  findAnswer,
  findAnswers,
  keepAnswers,
  type RequestKey,
  replay,
} from "./entry/idempotency.ts";

export type AnswersTogether = {
  /** Refuses `idempotency.in_flight` while the same key is at work in this process. */
  once(key: RequestKey, work: () => Promise<Answer>): Promise<Answer>;
  /** The answer given before under this key. Refuses `idempotency.other_body`. */
  find(key: RequestKey): Promise<Answer | undefined>;
  /** What counts in the end: the answer that another process has kept meanwhile, or this one. */
  keep(key: RequestKey, answer: Answer): Promise<Answer>;
};

type Kept = { readonly key: RequestKey; readonly answer: Answer };

export function answersTogether(db: Db): AnswersTogether {
  const inFlight = new Set<string>();
  const look = together(async (keys: readonly RequestKey[]) => {
    const rows = await db.read((tx) => findAnswers(tx, keys));
    const found = new Map(rows.map((row) => [nameOf(row), row]));
    return keys.map((key) => found.get(nameOf(key)));
  });
  const keep = together(async (kept: readonly Kept[]) => {
    await db.tx(async (tx) => keepAnswers(tx, kept));
    return kept.map(({ answer }) => answer);
  });
  const keepAlone = ({ key, answer }: Kept) =>
    againIfTaken(() =>
      db.tx(async (tx) => {
        const given = await findAnswer(tx, key);
        if (!given) keepAnswers(tx, [{ key, answer }]);
        return given ?? answer;
      }),
    );
  return {
    async once(key, work) {
      const name = nameOf(key);
      if (inFlight.has(name)) throw new Refusal("idempotency.in_flight");
      inFlight.add(name);
      return work().finally(() => inFlight.delete(name));
    },
    async find(key) {
      const found = await look(key);
      return found && replay(found, key);
    },
    // One key that another process has kept at the same time fails all that are kept with it.
    keep: (key, answer) => keep({ key, answer }).catch(() => keepAlone({ key, answer })),
  };
}

const nameOf = ({ principal, key }: Pick<RequestKey, "principal" | "key">) => `${principal}\n${key}`;

type Waiting<Asked, Given> = {
  readonly asked: Asked;
  readonly settle: (given: Given) => void;
  readonly fail: (error: unknown) => void;
};

/** What is asked while a list is answered waits, and is the next list. */
function together<Asked, Given>(answerAll: (asked: readonly Asked[]) => Promise<readonly Given[]>) {
  let waiting: Waiting<Asked, Given>[] = [];
  let isBusy = false;
  const drain = async () => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const list = waiting;
      waiting = [];
      try {
        const given = await answerAll(list.map(({ asked }) => asked));
        for (const [at, { settle }] of list.entries()) settle(given[at] as Given);
      } catch (error) {
        for (const { fail } of list) fail(error);
      }
    }
    isBusy = false;
  };
  return (asked: Asked) =>
    new Promise<Given>((settle, fail) => {
      waiting.push({ asked, settle, fail });
      setImmediate(() => void drain());
    });
}
