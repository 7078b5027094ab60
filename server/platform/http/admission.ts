/** Who calls, where from, and whether the route is open to them: before anything of the request is read or looked for. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#contract/refusals.ts";
import { blockedHere, type IsFromClosed, isClosedTo, isOpenEverywhere } from "./closed-places.ts";
import type { Cookies } from "./cookies.ts";
import type { Forgery } from "./csrf.ts";
import type { Policy, Viewer, Viewers } from "./policy.ts";
import { type Judging, refusalTo } from "./standing.ts";

type Admitting = {
  readonly viewers: Viewers;
  readonly judging: Judging;
  readonly forgery: Forgery;
  readonly cookies: Cookies;
  readonly isFromClosed: IsFromClosed;
};

/** What was kept of callers refuses nobody: it may just have been lifted. */
export function admitCallers(fastify: FastifyInstance, admitting: Admitting): void {
  fastify.addHook("onRequest", (request, _reply, done) => {
    const { policy } = request.routeOptions.config;
    // An address without a route has no policy, but its error page still greets who is signed in.
    if (!policy && !wantsPage(request)) return done();
    const token = admitting.cookies.read(request, "parley");
    // Whoever may see it from everywhere is not asked where they are.
    const isAsked = token !== undefined || (policy !== undefined && !isOpenEverywhere(policy));
    const isClosed = isAsked && admitting.isFromClosed(request);
    const admitted = (here: boolean) => admitOne(request, { ...admitting, token, isClosed: here });
    const waiting = typeof isClosed === "boolean" ? admitted(isClosed) : isClosed.then(admitted);
    if (!waiting) return done();
    waiting.then(() => done(), done);
  });
}

type AdmittingOne = Admitting & { readonly token: string | undefined; readonly isClosed: boolean };

/** Undefined where there is nobody to wait for. Refuses for `enforce`, `request.blocked_in_location`. */
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
  const asked = kept ? viewers.findAnew(token) : viewers.find(token);
  return asked.then(admit);
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
