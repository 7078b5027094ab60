/**
 * The HTTP server, fail-closed: strict bodies, a policy on every route, the anti-forgery check on everything unsafe,
 * one envelope for every failure.
 */
import { createHash } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import fastifyHelmet from "@fastify/helmet";
import fastifyRateLimit from "@fastify/rate-limit";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ownPath } from "#contract/platform/own-path.ts";
import { failureEnvelope } from "#contract/platform/errors/failure-envelope.ts";
import type { Outside } from "./pages/page-route.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../app-ports.ts";
import { ids } from "../ids.ts";
import { networkOf } from "../words/networks.ts";
import { makeBrokenAnswer } from "./broken-requests.ts";
import { callerIp } from "./entry/caller-ip.ts";
import { type Visitor, visitorOf } from "./entry/visitor.ts";
import { admitCallers, wantsPage } from "./entry/admission.ts";
import { type Cookies, makeCookies } from "./entry/cookies.ts";
import { type Forgery, makeForgery } from "./entry/csrf.ts";
import { makeFaultTeller } from "./faults.ts";
import { toSnakeCase } from "./key-format.ts";
import type { LiveHub } from "./live/hub.ts";
import { type ClosedCountries, fromClosed } from "./entry/closed-places.ts";
import { ClassCounts, NetworkCounts } from "./entry/rate-limits.ts";
import { parseStrictly } from "./entry/strict-json.ts";
import { tellSecurity } from "./entry/security-log.ts";
import { isSocketPath, type SocketRoute, socketRoutes } from "./live/socket-routes.ts";
import type { Judging } from "./entry/standing.ts";
import { type EndpointShape, statusOf } from "#contract/platform/endpoint.ts";
import type { Keys, Policy, Viewer, Viewers } from "./policy.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | undefined;
    sessionToken: string | undefined;
    /** The code of the refusal that is answered. */
    refusedWith: string | undefined;
    /** The public id of a session that this request began. */
    newSession: string | undefined;
  }
  interface FastifyContextConfig {
    policy?: Policy;
    endpoint?: EndpointShape;
  }
}

export type ServerOptions = AppPorts & {
  readonly viewers: Viewers;
  readonly keys: Keys;
  readonly judging: Judging;
  /** Countries whose visitors see only what is open everywhere. */
  readonly closedCountries: ClosedCountries;
  readonly hub: LiveHub;
  /** Sockets beside the live channel. */
  readonly sockets?: readonly SocketRoute[];
  readonly knownAccount?: Knowing["knownAccount"];
  /** Draws the page of an error for a browser; undefined answers the envelope. */
  readonly errorPage?: (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<string | undefined>;
};

/** A sign-in as it came, nothing of it checked. */
export type SigningIn = {
  readonly device: string;
  readonly email: unknown;
  readonly userAgent: string;
  readonly signIn: string | undefined;
};

type Knowing = {
  readonly cookies: Cookies;
  /** The account that is signed in to, where it knows the browser. */
  readonly knownAccount: undefined | ((asked: SigningIn) => Promise<bigint | undefined>);
};

export type Server = {
  readonly fastify: FastifyInstance;
  readonly forgery: Forgery;
  readonly cookies: Cookies;
  readonly visitorOf: (request: FastifyRequest) => Visitor;
};

export const BODY_LIMIT = 256 * 1024;

type Unreadable = { readonly error: unknown; readonly request: FastifyRequest; readonly reply: FastifyReply };

/** A browser is shown that there is no such page; a program gets the envelope. */
async function answerUnreadable({ errorPage }: ServerOptions, { error, request, reply }: Unreadable): Promise<void> {
  const refusal = asRefusal(error);
  const page = wantsPage(request) ? await errorPage?.(request, reply, 404).catch(() => undefined) : undefined;
  if (page !== undefined) reply.code(404).type("text/html; charset=utf-8").send(page);
  else reply.code(refusal.status).send(failureEnvelope(refusal, request.id));
}

export async function makeServer(options: ServerOptions): Promise<Server> {
  const { config, log } = options;
  const secure = config.publicUrl.protocol === "https:";
  const fixedHeaders = await headersOfEveryAnswer(secure);
  const fastify = Fastify({
    loggerInstance: log.child({}) as never,
    // A logger for each request costs more than most requests; ours name the request themselves.
    childLoggerFactory: (logger: unknown) => logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => ids.hash(),
    return503OnClosing: true,
    forceCloseConnections: "idle",
    requestTimeout: 60_000,
    // The caller's address: the last one on the way that is none of our proxies.
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // An upgraded socket has none of these time-outs: elsewhere a request for an upgrade is ignored.
    http: { shouldUpgradeCallback: ({ url = "" }) => isSocketPath(url, options.sockets) },
    routerOptions: { maxParamLength: 200, caseSensitive: true },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    exposeHeadRoutes: false,
    clientErrorHandler: makeBrokenAnswer(fixedHeaders),
    // An address that cannot be read meets no hook: what every answer carries is put on here.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      reply.headers(fixedHeaders).header("x-request-id", request.id).header("cache-control", "no-store");
      void answerUnreadable(options, { error, request, reply });
    },
  }) as unknown as FastifyInstance;
  const forgery = makeForgery({ secret: config.secret, publicUrl: config.publicUrl });
  const cookies = makeCookies(config.publicUrl);

  strictJson(fastify);
  demandPolicies(fastify);
  answerFaults(fastify, options);
  await fastify.register(fastifyCookie);
  if (config.rateLimits) await limitCalls(fastify, { cookies, knownAccount: options.knownAccount });
  fastify.decorateRequest("viewer", undefined);
  fastify.decorateRequest("sessionToken", undefined);
  tellSecurity(fastify, options);
  fastify.addHook("onRequest", (request, _reply, done) => {
    refuseNul(request);
    done();
  });
  const everyAnswers = Object.entries(fixedHeaders);
  const ofData = headersOfData(fixedHeaders);
  fastify.addHook("onSend", (request, reply, _payload, done) => {
    if (isData(reply.getHeader("content-type"))) reply.headers(ofData);
    else for (const [name, value] of everyAnswers) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header("x-request-id", request.id);
    done();
  });
  admitCallers(fastify, { ...options, forgery, cookies, isFromClosed: fromClosed(config, options.closedCountries) });
  socketRoutes(fastify, options);
  return { fastify, forgery, cookies, visitorOf: (request) => visitorOf(request, config) };
}

/**
 * One caller's calls of a class are counted together, for all routes: of a user, of a browser that signs in to an account that knows
 * it, else of a network; and those of all users of a network besides. Refuses `request.too_many`.
 */
async function limitCalls(fastify: FastifyInstance, { cookies, knownAccount }: Knowing): Promise<void> {
  await fastify.register(fastifyRateLimit, {
    global: false,
    hook: "preHandler",
    store: ClassCounts,
    enableDraftSpec: true,
    keyGenerator: async (request) => {
      if (request.viewer) return `user:${request.viewer.userId}`;
      const account = await accountOf(request);
      return account === undefined ? `ip:${networkOf(callerIp(request))}` : `browser:${account}`;
    },
    errorResponseBuilder: (_request, context) =>
      new Refusal("request.too_many", { retryAfterSec: Math.ceil(context.ttl / 1000) }),
  });
  async function accountOf(request: FastifyRequest): Promise<bigint | undefined> {
    if (!request.routeOptions.config.policy?.signsIn) return undefined;
    const device = cookies.read(request, "parley_device");
    if (device === undefined || !knownAccount) return undefined;
    const { email } = (request.body ?? {}) as { email?: unknown };
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
    return knownAccount({ device, email, userAgent, signIn: cookies.read(request, "parley_sign_in") });
  }
  const ofNetworks = new NetworkCounts();
  fastify.addHook("preHandler", (request, _reply, done) => {
    const { viewer } = request;
    const rateLimit = request.routeOptions.config.policy?.rateLimit;
    if (viewer && rateLimit)
      ofNetworks.count({
        userId: viewer.userId,
        level: viewer.level,
        network: networkOf(callerIp(request)),
        rateLimit,
      });
    done();
  });
}

/**
 * PostgreSQL stores no NUL in a text, so no valid value has one. Refuses `request.not_found` for one in
 * the path, `request.malformed` for one in the query or a cookie; in a body the shapes and the database refuse it.
 */
function refuseNul({ url, headers }: FastifyRequest): void {
  const at = url.search(NUL);
  const asked = url.indexOf("?");
  if (at >= 0) throw new Refusal(asked >= 0 && asked < at ? "request.malformed" : "request.not_found");
  if (headers.cookie && NUL.test(headers.cookie)) throw new Refusal("request.malformed");
}

/** Written out, too: not every parser of requests refuses it as it is. */
const NUL = /%00|\0/;

/**
 * What helmet and we put on every answer. helmet decides anew at each request and always the same, so it is asked once;
 * a page replaces the content policy by one with its hashes.
 */
async function headersOfEveryAnswer(secure: boolean): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(fastifyHelmet, { contentSecurityPolicy: false, hsts: secure, crossOriginOpenerPolicy: true });
  asked.get("/", () => "");
  const { headers } = await asked.inject("/");
  await asked.close();
  const own = new Set(["content-type", "content-length", "date", "connection"]);
  return {
    ...Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)]])),
    ),
    "permissions-policy": "camera=(self), geolocation=(), microphone=(), payment=()",
    "content-security-policy": contentPolicy(secure),
  };
}

const isData = (type: unknown) => typeof type === "string" && type.startsWith("application/json");

/**
 * JSON is no document: what rules scripts, frames and windows of a page says nothing of it, and each header costs time. Its policy
 * allows nothing, should a browser ever show it as a page.
 */
function headersOfData(all: Readonly<Record<string, string>>): Record<string, string> {
  const kept = [
    "x-content-type-options",
    "cross-origin-resource-policy",
    "referrer-policy",
    "strict-transport-security",
  ];
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))),
    "content-security-policy": "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  };
}

/** The policy of a page whose scripts and style are inline: allows just these, by their hashes. */
export function policyAllowing(inline: { scripts: readonly string[]; style: string }, secure: boolean): string {
  return contentPolicy(secure, { script: inline.scripts.map(hashOf).join(" "), style: hashOf(inline.style) });
}

/** The same, and what a page takes from another site. */
export function policyWith(policy: string, { scripts, frames, calls }: Outside): string {
  return policy
    .replace("script-src 'self'", `script-src 'self' ${scripts}`)
    .replace("connect-src 'self'", `connect-src 'self' ${calls}; frame-src ${frames}`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function contentPolicy(secure: boolean, inline: { script: string; style: string } = { script: "", style: "" }): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    `script-src 'self' ${inline.script}`.trimEnd(),
    `style-src 'self' ${inline.style}`.trimEnd(),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Bodies are JSON in proper UTF-8 and nothing else; no coercion, no name twice, no poisoned prototypes. */
function strictJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let value: unknown;
    try {
      value = parseStrictly(decoder.decode(body as Buffer));
    } catch {
      // Broken text, broken JSON, or JSON that means two things.
      return done(new Refusal("request.malformed"));
    }
    done(null, value);
  });
}

/** Folders of built files, and the API page: public by nature. */
const OPEN_FOLDERS = ["/assets/", "/shell/", "/vendor/", "/apps/", "/api-docs"];

function demandPolicies(fastify: FastifyInstance): void {
  fastify.addHook("onRoute", (route) => {
    if (OPEN_FOLDERS.some((folder) => route.url.startsWith(folder))) {
      route.config = { ...route.config, policy: { auth: "public", rateLimit: "read", openEverywhere: true } };
    }
    if (!route.config?.policy) throw new Error(`the route ${route.method} ${route.url} has no policy`);
  });
}

function answerFaults(fastify: FastifyInstance, options: ServerOptions): void {
  const tellFault = makeFaultTeller(options);
  // If a page cannot be rendered, the envelope is sent, without details of the error.
  const drawnPage = async (request: FastifyRequest, reply: FastifyReply, status: number) =>
    options.errorPage?.(request, reply, status).catch(() => undefined);
  const answer = async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    // The page of an error greets who asked, and what is missing now may be there in a moment.
    request.refusedWith = refusal.code;
    reply.header("cache-control", "no-store");
    const status = statusOf(refusal.code, request.routeOptions.config.endpoint);
    if (refusal.status === 429 || refusal.status === 503) {
      reply.header("retry-after", String(refusal.context.retryAfterSec ?? 1));
    }
    if (refusal.status === 401 && wantsPage(request)) {
      return redirect(reply, `/login?next=${encodeURIComponent(request.url)}`, 303);
    }
    reply.code(status);
    const page = wantsPage(request) ? await drawnPage(request, reply, status) : undefined;
    if (page !== undefined) return reply.type("text/html; charset=utf-8").send(page);
    const body = failureEnvelope(refusal, request.id);
    return reply.send(isSnake(request) ? toSnakeCase(body) : body);
  };
  fastify.setNotFoundHandler((request, reply) => {
    const path = withoutLastSlash(request.url);
    if (path !== undefined && wantsPage(request)) return redirect(reply, path, 308);
    return answer(request, reply, new Refusal("request.not_found"));
  });
  fastify.setErrorHandler(async (error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status === 500 || (refusal.status === 503 && refusal.cause)) await tellFault(request, error);
    return answer(request, reply, refusal);
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === "FST_REQ_FILE_TOO_LARGE") return new Refusal("upload.size_limit");
  if (statusCode === 415 || code === "FST_INVALID_MULTIPART_CONTENT_TYPE") return new Refusal("request.media_type");
  if (statusCode === 413) return new Refusal("request.too_large");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal("request.malformed");
  return new Refusal("request.internal");
}

/** To another page of this site; an address that could lead elsewhere becomes the first page. */
export function redirect(reply: FastifyReply, path: string, status: 303 | 308): FastifyReply {
  return reply.redirect(ownPath(path) ?? "/", status);
}

/** "/ar/?a=1" as "/ar?a=1"; undefined if there is nothing to cut. Never an address of another host: "//host/" stays. */
export function withoutLastSlash(url: string): string | undefined {
  const asked = url.indexOf("?");
  const path = asked < 0 ? url : url.slice(0, asked);
  // By hand: an expression that looks for slashes before an end would take its time over a row of them.
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  if (end === 0 || end === path.length) return undefined;
  return ownPath(path.slice(0, end) + (asked < 0 ? "" : url.slice(asked))) ?? undefined;
}

export function isSnake(request: FastifyRequest): boolean {
  return (request.query as Record<string, unknown> | undefined)?.responseKeyFormat === "snake_case";
}
