/**
 * The group poster. Calls of one commit group that arrive while a group commits wait, and share the next transaction;
 * there is no timer. Each call has its own outcome. If the group fails as a whole, its calls run one by one, so that
 * one bad call does not fail the others.
 */
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../postgres/db.ts";
import { refusalAnswer, successAnswer } from "./answer.ts";
import {
  type Answer,
  againIfTaken,
  confirmSeen,
  findAnswers,
  isKept,
  keepAnswers,
  type RequestKey,
  replay,
} from "./entry/idempotency.ts";
import type { AnyHandling, CallContext, Route } from "./policy.ts";
import { together } from "../together.ts";
import { contextsNow, type Standings } from "./entry/standing.ts";

type Group = NonNullable<AnyHandling["group"]>;

type Call = {
  readonly route: Route;
  readonly context: CallContext;
  readonly key: RequestKey | undefined;
};

export type GroupPoster = {
  submit(route: Route, context: CallContext, key: RequestKey | undefined): Promise<Answer>;
};

const LARGEST_GROUP = 500;

export function makeGroupPoster(db: Db, standings: Standings): GroupPoster {
  const queues = new Map<Group, (call: Call) => Promise<Answer>>();
  const inFlight = new Set<string>();
  const queueOf = (group: Group) => {
    const answerAll = (calls: readonly Call[]) => db.txByKey((tx) => answerGroup(tx, { group, standings, calls }));
    // What another process, or another queue of ours, has written at the same time, as a key: now it is there.
    const queue = together(
      (calls: readonly Call[]) => (calls.length === 1 ? againIfTaken(() => answerAll(calls)) : answerAll(calls)),
      LARGEST_GROUP,
    );
    queues.set(group, queue);
    return queue;
  };
  return {
    submit(route, context, key) {
      const flight = key && `${key.principal}\n${key.key}`;
      if (flight && inFlight.has(flight)) return Promise.reject(new Refusal("idempotency.in_flight"));
      const { group } = route.handling;
      if (!group) return Promise.reject(new Error(`${route.endpoint.name} is in no commit group`));
      if (flight) inFlight.add(flight);
      const answered = (queues.get(group) ?? queueOf(group))({ route, context, key });
      return answered.finally(() => flight && inFlight.delete(flight));
    },
  };
}

/** The answers of all calls, in order. Throws only what is no call's own fault. */
async function answerGroup(
  tx: Tx,
  { group, standings, calls }: { group: Group; standings: Standings; calls: readonly Call[] },
): Promise<Answer[]> {
  const answers = new Array<Answer | undefined>(calls.length);
  const keyed = calls.flatMap(({ key }) => (key ? [key] : []));
  const [given, contexts] = await Promise.all([findAnswers(tx, keyed), contextsNow(tx, standings, calls)]);
  if (given.length > 0) confirmSeen(tx);
  const found = new Map(given.map((row) => [`${row.principal}\n${row.key}`, row]));
  calls.forEach(({ key, route }, index) => {
    const given = key && found.get(`${key.principal}\n${key.key}`);
    if (!key || !given) return;
    answers[index] = asAnswer(route.endpoint, () => replay(given, key));
  });

  // What was answered before is answered again, also while a halt or a restriction would refuse it.
  const fresh = calls.map((_, index) => index).filter((index) => answers[index] === undefined);
  const asked: { readonly index: number; readonly route: Route; readonly context: CallContext }[] = [];
  for (const index of fresh) {
    const [call, context] = [calls[index], contexts[index]];
    if (!call || !context) continue;
    if (context instanceof Refusal) answers[index] = refusedNow(context, call.route.endpoint);
    else asked.push({ index, route: call.route, context });
  }
  const commands = asked.map(({ route, context }) => route.handling.command?.(context) as never);
  const results = commands.length > 0 ? await group.run(tx, commands) : [];
  asked.forEach(({ index, route }, at) => {
    const result = results[at];
    answers[index] = asAnswer(route.endpoint, () => {
      if (result instanceof Error) throw result;
      return successAnswer(route.endpoint, result);
    });
  });

  keepAnswers(
    tx,
    fresh.flatMap((index) => {
      const key = calls[index]?.key;
      const answer = answers[index];
      return key && answer && isAnswerKept(answer) ? [{ key, answer }] : [];
    }),
  );
  return answers.map((answer) => {
    if (!answer) throw new Error("a call of the group got no answer");
    return answer;
  });
}

const notKept = new WeakSet<Answer>();

/** A restriction may be lifted, so its refusal is not stored, as at admission. */
function refusedNow(refusal: Refusal, endpoint: EndpointShape): Answer {
  const answer = refusalAnswer(refusal, endpoint);
  notKept.add(answer);
  return answer;
}

function isAnswerKept(answer: Answer): boolean {
  return !notKept.has(answer);
}

/** A refusal becomes the call's answer; anything else is a bug and fails the group, which is then run one by one. */
function asAnswer(endpoint: EndpointShape, make: () => Answer): Answer {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = refusalAnswer(error, endpoint);
    if (!isKept(error)) notKept.add(answer);
    return answer;
  }
}
