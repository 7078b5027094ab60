/** Identifies the caller and their address, and checks that the route is open to them, before the request is read. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { networkOf } from "../../words/networks.ts";
import { blockedHere, type IsFromClosed, isClosedTo, isOpenEverywhere } from "./closed-places.ts";
import { callerIp } from "./caller-ip.ts";
import type { Cookies } from "./cookies.ts";
import type { Forgery } from "./csrf.ts";
import type { HeldBy, Keys, Policy, Viewer, Viewers } from "../policy.ts";
import { RefusedCalls } from "./rate-limits.ts";
import { type Judging, refusalTo } from "./standing.ts";

type Admitting = {
  readonly viewers: Viewers;
  readonly keys: Keys;
  readonly judging: Judging;
  readonly forgery: Forgery;
  readonly cookies: Cookies;
  readonly isFromClosed: IsFromClosed;
};

/** Cached facts about callers never refuse a call: a restriction may just have been lifted. */
export function admitCallers(fastify: FastifyInstance, admitting: Admitting): void {
  const refusedKeys = new RefusedCalls();
  fastify.addHook("onRequest", (request, _reply, done) => {
    const { policy } = request.routeOptions.config;
    // An address without a route has no policy, but its error page still shows the signed-in user.
    if (!policy && !wantsPage(request)) return done();
    const secret = policy?.auth === "session" ? bearerOf(request) : undefined;
    // A program is who its key says, whatever cookies it sends beside it.
    const token = secret === undefined ? admitting.cookies.read(request, "parley") : undefined;
    // Routes that are open everywhere need no lookup of the country.
    const isAsked = (token ?? secret) !== undefined || (policy !== undefined && !isOpenEverywhere(policy));
    const isClosed = isAsked && admitting.isFromClosed(request);
    const admitted = (here: boolean) =>
      policy && secret !== undefined
        ? admitByKey(request, policy, { ...admitting, refusedKeys, secret, isClosed: here })
        : admitOne(request, { ...admitting, token, isClosed: here });
    const waiting = typeof isClosed === "boolean" ? admitted(isClosed) : isClosed.then(admitted);
    if (!waiting) return done();
    waiting.then(() => done(), done);
  });
}

type AdmittingOne = Admitting & { readonly token: string | undefined; readonly isClosed: boolean };

/** Undefined if the call does not have to wait. Refuses for `enforce`, `request.blocked_in_location`. */
function admitOne(request: FastifyRequest, admitting: AdmittingOne): Promise<void> | undefined {
  const { viewers, token, isClosed } = admitting;
  const { policy } = request.routeOptions.config;
  const admit = (viewer: Viewer | undefined) => {
    request.viewer = viewer && isClosed ? blockedHere(viewer) : viewer;
    request.sessionToken = viewer && token;
    if (!policy) return;
    if (isClosed && isClosedTo(request, policy, viewer)) throw new Refusal("request.blocked_in_location");
    enforce(request, policy, admitting);
  };
  if (!token) {
    admit(undefined);
    return undefined;
  }
  const kept = viewers.kept(token);
  if (kept && isAdmitted(() => admit(kept))) return undefined;
  if (policy?.byItself) return viewers.findUnseen(token).then(admit);
  const asked = kept ? viewers.findAnew(token) : viewers.find(token);
  return asked.then(admit);
}

/** The token after "Bearer" in the header that programs send; undefined without one. */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : (/^Bearer +(\S*) *$/i.exec(authorization)?.[1] ?? "");
}

type AdmittingByKey = Admitting & {
  readonly secret: string;
  readonly isClosed: boolean;
  readonly refusedKeys: RefusedCalls;
};

/**
 * Refuses api_key.wrong, api_key.place, api_key.scope, auth.restricted; and request.too_many where as many from one network were
 * refused within a minute, before anything is looked for. What moves or changes something is open to no key.
 */
async function admitByKey(request: FastifyRequest, policy: Policy, admitting: AdmittingByKey): Promise<void> {
  const from = networkOf(callerIp(request));
  admitting.refusedKeys.check(from);
  try {
    await holdToKey(request, policy, admitting);
  } catch (error) {
    if (error instanceof Refusal) admitting.refusedKeys.count(from);
    throw error;
  }
}

async function holdToKey(request: FastifyRequest, policy: Policy, admitting: AdmittingByKey): Promise<void> {
  const { keys, judging, secret, isClosed } = admitting;
  const held: HeldBy | undefined = await keys.holderOf(secret, callerIp(request));
  if (!held) throw new Refusal("api_key.wrong");
  if (!held.isHere) throw new Refusal("api_key.place");
  const isOpen = request.method === "GET" && held.scopes.some((scope) => scope === policy.keyScope);
  if (!isOpen) throw new Refusal("api_key.scope", { scopes: held.scopes });
  const viewer = isClosed ? blockedHere(held.viewer) : held.viewer;
  const refused = refusalTo(viewer, { ...policy, action: "api" }, judging);
  if (refused) throw refused;
  request.viewer = viewer;
  await held.noteUse();
}

function isAdmitted(admit: () => void): boolean {
  try {
    admit();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The checks that need no body: who, what role, what restriction, forged or not. */
function enforce(request: FastifyRequest, policy: Policy, { judging, forgery, cookies }: Admitting): void {
  const { viewer } = request;
  if (policy.auth === "session" && !viewer) throw new Refusal("auth.required");
  const refused = viewer && refusalTo(viewer, policy, judging);
  if (refused) throw refused;
  const isUnsafe = !["GET", "HEAD", "OPTIONS"].includes(request.method);
  if ((isUnsafe && !policy.bySignature) || policy.guardedGet) {
    forgery.check(request, request.sessionToken ?? cookies.read(request, "parley_seed"));
  }
}

/** A browser that navigates; scripts and programs get the envelope. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    request.method === "GET" &&
    (request.headers.accept ?? "").includes("text/html") &&
    !request.url.startsWith("/rest/")
  );
}
