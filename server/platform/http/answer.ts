/** Runs a call in its transaction: shape checks before, idempotency around, the declared reply after. */
import * as z from "zod";
import { type EndpointShape, isUnsafe, statusOf } from "#contract/platform/endpoint.ts";
import { failureEnvelope } from "#contract/platform/errors/failure-envelope.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../postgres/db.ts";
import type { AnswersTogether } from "./answers-together.ts";
import { type Answer, againIfTaken, findAnswer, isKept, keepAnswers, type RequestKey } from "./entry/idempotency.ts";
import { compiled } from "./compiled.ts";
import type { CallContext, Preparing, Route } from "./policy.ts";
import { detailsOf, shapeFault } from "./shape-faults.ts";
import { asksForStanding, contextsNow, type Standings } from "./entry/standing.ts";

/** The schema's word on one part of the request. Refuses ERROR_INPUT_VALIDATION with every field that is wrong. */
export function parsePart(schema: EndpointShape["body"], value: unknown): unknown {
  if (!schema) {
    const isNothing =
      value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
    if (isNothing) return undefined;
    throw new Refusal("ERROR_INPUT_VALIDATION", {}, { "": [shapeFault("unrecognized_keys", "nothing")] });
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new Refusal("ERROR_INPUT_VALIDATION", {}, detailsOf(parsed.error.issues, value));
}

/** The envelope of a success, checked against the declared reply: what is not declared does not leave. */
export function successAnswer(endpoint: EndpointShape, result: unknown): Answer {
  const { data, meta } = endpoint.meta
    ? (result as { data: unknown; meta: unknown })
    : { data: result, meta: undefined };
  const body: Record<string, unknown> = { status: "success", data: checked(endpoint, endpoint.reply, data) };
  if (endpoint.meta) body.meta = checked(endpoint, endpoint.meta, meta);
  for (const name of endpoint.top ?? []) body[name] = (body.data as Record<string, unknown>)[name];
  return { status: 200, body: JSON.stringify(body) };
}

function checked(endpoint: EndpointShape, schema: NonNullable<EndpointShape["body"]>, value: unknown): unknown {
  const parsed = z.safeParse(compiled(schema), value);
  if (parsed.success) return parsed.data;
  throw new Error(`${endpoint.name} answers another shape than it declares: ${z.prettifyError(parsed.error)}`);
}

type Answering = Preparing & { readonly standings: Standings; readonly together: AnswersTogether };
type Asked = {
  readonly route: Route;
  readonly context: CallContext & { readonly prepared?: unknown };
  readonly key: RequestKey | undefined;
};

/** One call: its slow work first, on no connection of ours, then its transaction. An answer that is known is given at once. */
export async function answerSingly(
  { db, verifier, standings, together }: Answering,
  route: Route,
  context: CallContext,
  key: RequestKey | undefined,
): Promise<Answer> {
  const { prepare, settled } = route.handling;
  if (!prepare) return answerInTransaction({ db, standings }, { route, context, key });
  const work = async () => {
    const given = key && (await together.find(key));
    if (given) return given;
    const prepared = await prepare({ ...context, db, verifier });
    const result = asksForStanding(route) ? undefined : settled?.(prepared);
    if (result === undefined)
      return answerInTransaction({ db, standings }, { route, context: { ...context, prepared }, key });
    const answer = successAnswer(route.endpoint, result);
    return key ? together.keep(key, answer) : answer;
  };
  return key ? together.once(key, work) : work();
}

/** Under a request key together with the record of its answer. */
async function answerInTransaction(
  { db, standings }: Pick<Answering, "db" | "standings">,
  { route, context, key }: Asked,
): Promise<Answer> {
  const standingNow = async (tx: Tx): Promise<typeof context> => {
    const [now] = await contextsNow(tx, standings, [{ route, context }]);
    if (now instanceof Refusal) throw now;
    return { ...context, ...now };
  };
  const act = async (tx: Tx, now: typeof context): Promise<Answer> => {
    const result = await route.handling.run?.({ ...now, tx });
    // A refusal that is answered instead of thrown keeps what was written: the counted attempt.
    if (result instanceof Refusal) return refusalAnswer(result, route.endpoint);
    return successAnswer(route.endpoint, result);
  };
  const run = async (tx: Tx) => act(tx, await standingNow(tx));
  // The route's type gave its function a ReadTx only; what a read cannot do is not there.
  const read = (tx: ReadTx) => run(tx as Tx);
  const { readsAfter } = context.caller;
  if (route.policy.mayLag && readsAfter !== undefined) return db.readLagging(readsAfter, read);
  if (!isUnsafe(route.endpoint) && !route.policy.guardedGet) return db.read(read);
  if (!key) return againIfTaken(() => db.tx(run));
  const runKeyed = async (tx: Tx): Promise<Answer> => {
    const given = await findAnswer(tx, key);
    if (given) return given;
    // A restriction may be lifted, so its refusal is not stored, as at admission.
    const now = await standingNow(tx);
    const answer = await tx
      .attempt(() => act(tx, now))
      .catch((error: unknown) => {
        if (error instanceof Refusal && isKept(error)) return refusalAnswer(error, route.endpoint);
        throw error;
      });
    keepAnswers(tx, [{ key, answer }]);
    return answer;
  };
  return againIfTaken(() => db.tx(runKeyed));
}

export function refusalAnswer(refusal: Refusal, endpoint: EndpointShape): Answer {
  return { status: statusOf(refusal.code, endpoint), body: JSON.stringify(failureEnvelope(refusal)) };
}
