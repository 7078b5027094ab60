/** Puts the declared endpoints of all modules on the server, each with its policy. */
import fastifyMultipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnsafe } from "#contract/platform/endpoint.ts";
import { plainText, startOf } from "#contract/platform/plain-text.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { shapeFault } from "./shape-faults.ts";
import type { Changes } from "../events/changes.ts";
import type { Files } from "../files/files.ts";
import { answerSingly, parsePart } from "./answer.ts";
import { type AnswersTogether, answersTogether } from "./answers-together.ts";
import { callerIp } from "./entry/caller-ip.ts";
import type { Cookies } from "./entry/cookies.ts";
import type { LiveHub } from "./live/hub.ts";
import { type GroupPoster, makeGroupPoster } from "./group.ts";
import { type Answer, type RequestKey, requestKey } from "./entry/idempotency.ts";
import { type AskedOfKept, type KeptAnswers, keepAnswersToAll } from "./kept-answers.ts";
import { toSnakeCase } from "./key-format.ts";
import type { CallContext, Preparing, Route, UploadedFile } from "./policy.ts";
import { noteWrite, readsAfter } from "./entry/last-write.ts";
import { limitOf } from "./entry/rate-limits.ts";
import { isSnake, type Server } from "./server.ts";
import type { Standings } from "./entry/standing.ts";

export function mountRoutes(
  server: Server,
  { routes, ...ports }: Preparing & Given & { routes: readonly Route[] },
): void {
  const poster = makeGroupPoster(ports.db, ports.standings);
  const kept = keepAnswersToAll(ports.db, ports.changes);
  const together = answersTogether(ports.db);
  const mount = (where: Server, route: Route) => mountOne(where, { ...ports, route, poster, together, kept });
  for (const route of routes) if (!route.endpoint.multipart) mount(server, route);
  // In a scope of their own: what the plugin hooks into each request is for these only.
  server.fastify.register(async (fastify) => {
    await fastify.register(fastifyMultipart, {
      limits: { files: 1, fileSize: UPLOAD_LIMIT, fields: 5, parts: 6, headerPairs: 50 },
    });
    for (const route of routes) if (route.endpoint.multipart) mount({ ...server, fastify }, route);
  });
}

const UPLOAD_LIMIT = 10 * 1024 * 1024;

type Given = {
  readonly files: Files;
  readonly live: LiveHub;
  readonly changes: Pick<Changes, "look" | "subscribe" | "isFresh">;
  readonly standings: Standings;
};

type Mounting = Preparing &
  Given & {
    readonly route: Route;
    readonly poster: GroupPoster;
    readonly together: AnswersTogether;
    readonly kept: KeptAnswers;
  };

function mountOne({ fastify, cookies, visitorOf }: Server, mounting: Mounting): void {
  const { files, live, route, poster, together, kept, db, verifier, standings, changes } = mounting;
  const preparing = { db, verifier };
  const { endpoint, policy } = route;
  const answerTo = async (context: CallContext, key: RequestKey | undefined) => {
    if (route.handling.group) return poster.submit(route, context, key);
    const answer = await answerSingly({ ...preparing, standings, together }, route, context, key);
    // A user sees their own change on the next page. Starts and steps of trades do not wait.
    if (isUnsafe(endpoint) || policy.guardedGet) await changes.look();
    return answer;
  };
  const answerAnew = async (request: FastifyRequest, reply: FastifyReply, asked: AskedOfKept) => {
    let session: { token: string | undefined; device: string | undefined } | undefined;
    let signIn: string | undefined;
    if (endpoint.isOfSubject) refuseOtherSubject(request);
    const context = await contextOf(route, request, {
      ...{ files, live, cookies },
      visitor: () => visitorOf(request),
      setSession: (token, device) => {
        session = { token, device };
      },
      setSignIn: (token) => {
        signIn = token;
      },
    });
    const key = keyOf(route, request, { ...context, cookies });
    const answer = await (kept.get(asked, context) ?? answerTo(context, key));
    if (isUnsafe(endpoint) || policy.guardedGet) await noteWrite(db, reply, cookies);
    request.newSession = session?.token?.split(".", 1)[0];
    if (session) cookies.write(reply, "parley", session.token);
    // A session takes the place of what waited for it.
    if (signIn !== undefined || (session && context.caller.signIn !== undefined))
      cookies.write(reply, "parley_sign_in", signIn);
    if (session?.device !== undefined) cookies.write(reply, "parley_device", session.device);
    return sendAnswer(request, reply, answer);
  };
  fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { policy, endpoint, rateLimit: limitOf(policy) } as never,
    handler: (request, reply) => {
      const asked = { url: request.url, route, viewer: request.viewer };
      // Before anything of the request is looked at: the same address was right before.
      const known = kept.find(asked);
      return known ? sendAnswer(request, reply, known) : answerAnew(request, reply, asked);
    },
  });
}

type Ports = Pick<CallContext, "setSession" | "setSignIn" | "visitor"> & {
  readonly files: Files;
  readonly live: LiveHub;
  readonly cookies: Cookies;
};

async function contextOf(
  { endpoint }: Route,
  request: FastifyRequest,
  { cookies, ...ports }: Ports,
): Promise<CallContext> {
  return {
    params: pathParams(endpoint, request) as never,
    query: parsePart(endpoint.query, queryOf(request)) as never,
    body: (endpoint.multipart ? undefined : parsePart(endpoint.body, request.body)) as never,
    file: endpoint.multipart ? await readFile(request) : undefined,
    ...ports,
    viewer: request.viewer,
    caller: {
      ip: callerIp(request),
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
      requestId: request.id,
      device: cookies.read(request, "parley_device"),
      signIn: cookies.read(request, "parley_sign_in"),
      readsAfter: readsAfter(request, cookies),
      puzzle: headerOf(request, "x-proof-of-work"),
    },
  };
}

/** Refuses `partner.other_subject`: a program that calls for another user than it is signed in as must not get this one's earnings. */
function refuseOtherSubject(request: FastifyRequest): void {
  const subject = headerOf(request, "sub");
  if (subject !== undefined && subject !== request.viewer?.externalId) throw new Refusal("partner.other_subject");
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers[name];
  return typeof header === "string" ? header : undefined;
}

/** An id of a form that no object has is an object that does not exist. */
function pathParams(endpoint: Route["endpoint"], request: FastifyRequest): unknown {
  try {
    return parsePart(endpoint.params, request.params);
  } catch {
    throw new Refusal("request.not_found");
  }
}

/** The query without the options that every call understands. */
function queryOf(request: FastifyRequest): Record<string, unknown> | undefined {
  const { responseKeyFormat, ...query } = { ...(request.query as Record<string, unknown>) };
  if (responseKeyFormat !== undefined && responseKeyFormat !== "camelCase" && responseKeyFormat !== "snake_case") {
    throw new Refusal(
      "ERROR_INPUT_VALIDATION",
      {},
      { responseKeyFormat: [shapeFault("invalid_value", "choice", { options: "camelCase, snake_case" })] },
    );
  }
  return query;
}

async function readFile(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Refusal("request.media_type");
  const part = await request.file().catch(unreadable);
  if (!part) throw new Refusal("ERROR_INPUT_VALIDATION", {}, { file: [shapeFault("required", "missing")] });
  const bytes = await part.toBuffer().catch(unreadable);
  return { name: startOf(plainText(part.filename).replaceAll("\n", " "), 200), mimeType: part.mimetype, bytes };
}

/** A form that cannot be read is its sender's fault; what goes beyond a limit of ours has a code. */
function unreadable(error: unknown): never {
  throw error instanceof Error && "code" in error ? error : new Refusal("request.malformed");
}

function keyOf(
  { endpoint, policy }: Route,
  request: FastifyRequest,
  context: { body: unknown; params: unknown; file: UploadedFile | undefined; cookies: Cookies },
): RequestKey | undefined {
  const key = request.headers["idempotency-key"];
  if (!isUnsafe(endpoint) || key === undefined || policy.keepsNoAnswer) return undefined;
  if (typeof key !== "string") throw new Refusal("idempotency.key_malformed");
  const principal = request.viewer
    ? `user:${request.viewer.userId}`
    : `anonymous:${context.cookies.read(request, "parley_seed") ?? callerIp(request)}`;
  const body = {
    body: context.body,
    params: context.params,
    file: context.file && Buffer.from(context.file.bytes).toString("base64"),
  };
  return requestKey({ principal, key, route: `${endpoint.method} ${endpoint.path}`, body });
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const headers = { "cache-control": "no-store", "content-type": JSON_TYPE };
  return reply.code(answer.status).headers(headers).send(bodyFor(request, answer));
}

const JSON_TYPE = "application/json; charset=utf-8";

/** The text as it was written, unless this request wants its own id or other names in it. */
function bodyFor(request: FastifyRequest, { status, body, bytes }: Answer): string | Buffer {
  const isSnakeWanted = isSnake(request);
  if (status < 400 && !isSnakeWanted) return bytes ?? body;
  const shown = JSON.parse(body);
  if (status >= 400) {
    shown.requestId = request.id;
    request.refusedWith = shown.errors?.code;
  }
  return JSON.stringify(isSnakeWanted ? toSnakeCase(shown) : shown);
}
