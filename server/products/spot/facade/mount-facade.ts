/**
 * The calls of Binance's spot API, over the same orders and books: programs that speak it trade here with another address and a key of
 * this market. Answers are bare, errors are `{code, msg}`, and signed calls are judged as calls of a session are.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { callerIp } from "../../../platform/http/entry/caller-ip.ts";
import { blockedHere, type IsFromClosed } from "../../../platform/http/entry/closed-places.ts";
import { RefusedCalls } from "../../../platform/http/entry/rate-limits.ts";
import { refusalTo } from "../../../platform/http/entry/standing.ts";
import type { Policy } from "../../../platform/http/policy.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import { mayAct, refusalByBlock } from "../../../people/accounts/index.ts";
import type { SpotKey } from "../../../people/api-keys/index.ts";
import { ACCOUNT_CALLS } from "./account-calls.ts";
import type { FacadeCall, OwnCall } from "./call.ts";
import { asFacadeError, FacadeError } from "./facade-error.ts";
import { MARKET_CALLS } from "./market-calls.ts";
import { ORDER_CALLS } from "./order-calls.ts";
import { Params } from "./params.ts";
import { KEY_HEADER, namedCaller, type Raw, SIGNED_PARAMS, signedCaller } from "./signed-caller.ts";
import { STREAM_CALLS } from "./stream/listen-keys.ts";
import { Weights } from "./weights.ts";

const CALLS: readonly FacadeCall[] = [...MARKET_CALLS, ...ORDER_CALLS, ...ACCOUNT_CALLS, ...STREAM_CALLS];
const OPEN: Policy = { auth: "public", rateLimit: "read" };
/** Who signs is known by the signature, and no page of another site can make one. */
const SIGNED: Policy = { auth: "public", rateLimit: "money", bySignature: true };
const MOST_BYTES = 8192;

type Facade = Pick<AppPorts, "db" | "config" | "log"> & { readonly isFromClosed: IsFromClosed };

export async function mountFacade(fastify: FastifyInstance, ports: Facade): Promise<void> {
  const serving = { ...ports, weights: new Weights(ports.config.rateLimits), refused: new RefusedCalls() };
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => sendError(reply, error, ports));
    for (const call of CALLS)
      scope.route({
        method: call.method,
        url: call.path,
        // Its own limits, with the headers that its clients read, are in weights.ts.
        config: { policy: call.security === "none" ? OPEN : SIGNED, rateLimit: false } as never,
        handler: (request, reply) => answer(serving, call, request, reply),
      });
  });
}

type Serving = Facade & { readonly weights: Weights; readonly refused: RefusedCalls };

async function answer(
  serving: Serving,
  call: FacadeCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const headers: Record<string, string> = {};
  try {
    serving.weights.use(networkOf(callerIp(request)), call.weight, headers);
    const data = await run(serving, call, request, headers);
    return await reply.headers({ ...headers, ...JSON_HEADERS }).send(JSON.stringify(data));
  } catch (error) {
    reply.headers(headers);
    throw error;
  }
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

function run(
  serving: Serving,
  call: FacadeCall,
  request: FastifyRequest,
  headers: Record<string, string>,
): Promise<unknown> {
  const at = request.url.indexOf("?");
  const raw = {
    query: at < 0 ? "" : request.url.slice(at + 1),
    form: typeof request.body === "string" ? request.body : "",
  };
  const { db } = serving;
  if (call.security === "none") return call.run({ db, params: new Params([raw.query], call.params) });
  return runSigned(serving, { call, request, raw, headers });
}

type Signed = {
  readonly call: OwnCall;
  readonly request: FastifyRequest;
  readonly raw: Raw;
  readonly headers: Record<string, string>;
};

/** Refuses -1003 where too many calls from one network were refused within a minute, before anything is looked for. */
async function runSigned(serving: Serving, { call, request, raw, headers }: Signed): Promise<unknown> {
  const { db, refused, weights } = serving;
  const params = new Params(
    [raw.query, raw.form],
    [...call.params, ...(call.security === "stream" ? [] : SIGNED_PARAMS)],
  );
  const ip = callerIp(request);
  const from = networkOf(ip);
  refused.check(from);
  const named = { db, key: request.headers[KEY_HEADER], ip };
  const calling = call.security === "stream" ? namedCaller(named) : signedCaller({ ...named, raw, params });
  const key = await calling.catch((error: unknown) => {
    if (error instanceof FacadeError) refused.count(from);
    throw error;
  });
  const refusal = refusalOf(call, key, await serving.isFromClosed(request));
  if (refusal) throw refusal;
  if (call.isOrder) weights.order(key.viewer.userId, headers);
  return call.run({ db, params, key });
}

/** What a session would be refused is refused here: users may always get out. */
function refusalOf({ security }: OwnCall, { viewer }: SpotKey, isClosed: boolean) {
  if (security === "leave") return undefined;
  const demands = security === "trade" ? ({ level: 1, action: "convert" } as const) : ({ action: "api" } as const);
  return refusalTo(isClosed ? blockedHere(viewer) : viewer, demands, { mayAct, refusalByBlock });
}

function sendError(reply: FastifyReply, error: unknown, { log }: Pick<AppPorts, "log">): FastifyReply {
  const known = asFacadeError(error);
  reply.headers(JSON_HEADERS);
  if (known instanceof FacadeError) {
    if (known.retryAfterSec !== undefined) reply.header("retry-after", String(known.retryAfterSec));
    return reply.code(known.status).send(JSON.stringify({ code: known.code, msg: known.message }));
  }
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return reply.code(statusCode).send(JSON.stringify({ code: -1100, msg: "The request cannot be read." }));
  log.error({ err: error }, "a call of the facade failed");
  return reply
    .code(500)
    .send(JSON.stringify({ code: -1000, msg: "An unknown error occurred while processing the request." }));
}
