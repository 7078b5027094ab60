/**
 * Request keys of calls with slow work before their transaction: they are looked up, and answers that need nothing else of the
 * database are kept, together with those that arrive while the database answers others. There is no timer.
 */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db } from "../postgres/db.ts";
import { together } from "../together.ts";
import {
  type Answer,
  againIfTaken,
  confirmSeen,
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
    const [first] = kept;
    // One key that another process has kept at the same time fails all that are kept with it: then they come here one by one.
    if (first && kept.length === 1) return [await keepOne(db, first)];
    await db.tx(async (tx) => keepAnswers(tx, kept));
    return kept.map(({ answer }) => answer);
  });
  return {
    async once(key, work) {
      const name = nameOf(key);
      if (inFlight.has(name)) throw new Refusal("idempotency.in_flight");
      inFlight.add(name);
      return work().finally(() => inFlight.delete(name));
    },
    async find(key) {
      const found = await look(key);
      if (!found) return undefined;
      await db.tx(async (tx) => confirmSeen(tx));
      return replay(found, key);
    },
    keep: (key, answer) => keep({ key, answer }),
  };
}

function keepOne(db: Db, { key, answer }: Kept): Promise<Answer> {
  return againIfTaken(() =>
    db.tx(async (tx) => {
      const given = await findAnswer(tx, key);
      if (!given) keepAnswers(tx, [{ key, answer }]);
      return given ?? answer;
    }),
  );
}

const nameOf = ({ principal, key }: Pick<RequestKey, "principal" | "key">) => `${principal}\n${key}`;
