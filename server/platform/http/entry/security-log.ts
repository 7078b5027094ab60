/**
 * The log for readers who look for an attack: every sign-in and every proof, right or wrong, every refusal for missing rights,
 * and requests that no page of ours sends. A line has the time, user, address, purpose and outcome, and nothing of what was
 * sent. Repeated refusals have a limited number of lines an hour and are counted after that: a caller cannot fill the log.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppPorts } from "../../app-ports.ts";
import { callerIp } from "./caller-ip.ts";
import { makeFaultLimit } from "../../errors/fault-limit.ts";

/** For one caller's refusals of one kind, and the number of kinds: some megabytes an hour at most. */
export const LINES_BOUND = { perHour: 30, mostKinds: 1000 } as const;

/** Fields of calls that prove an identity; only the name of the field is logged. */
const FACTORS = ["password", "code", "passkey"] as const;

export function tellSecurity(fastify: FastifyInstance, { log }: Pick<AppPorts, "log">): void {
  const limit = makeFaultLimit(Date.now, LINES_BOUND);
  fastify.decorateRequest("refusedWith", undefined);
  fastify.decorateRequest("newSession", undefined);
  fastify.addHook("onResponse", (request, { statusCode: status }, done) => {
    const isRefused = status >= 400 && (isAboutRights(request, status) || isMadeByHand(request));
    if (!isRefused && !isAuthentication(request)) return done();
    const facts = factsOf(request, status);
    if (status < 400) log.info(facts, "authentication");
    else {
      const what = isAuthentication(request)
        ? "authentication"
        : isMadeByHand(request)
          ? "malformed"
          : "access refused";
      const { isLogged, suppressed } = limit([facts.user ?? facts.from, facts.route, facts.refusal].join(" "));
      const again = suppressed > 0 ? { suppressed } : {};
      if (isLogged) log.warn({ ...facts, ...again }, what);
    }
    done();
  });
}

/** Signing in and out, registering, proving, and whatever is bounded like these. */
function isAuthentication({ method, routeOptions: { config, url } }: FastifyRequest): boolean {
  const limit = config.policy?.rateLimit;
  return limit === "auth" || limit === "code" || (method === "POST" && url?.endsWith("/logout") === true);
}

/** Not signed in, not allowed, forged, too often; and another user's object, which is refused like one that does not exist. */
function isAboutRights(request: FastifyRequest, status: number): boolean {
  if (status === 401 || status === 403 || status === 429) return true;
  return status === 404 && request.viewer !== undefined && request.routeOptions.config.policy?.objects !== undefined;
}

/** Broken JSON, a NUL, repeated names, or no JSON at all: fields that are only wrong do not count. */
function isMadeByHand({ refusedWith }: FastifyRequest): boolean {
  return refusedWith === "request.malformed" || refusedWith === "request.media_type";
}

function factsOf(request: FastifyRequest, status: number) {
  const { viewer, newSession, sessionToken, refusedWith, body } = request;
  const by = FACTORS.find((factor) => typeof body === "object" && body !== null && Object.hasOwn(body, factor));
  return {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions.url ?? ""}`,
    status,
    from: callerIp(request),
    ...(viewer ? { user: viewer.externalId } : {}),
    // Its public id; the secret follows after the dot.
    ...((newSession ?? sessionToken) ? { session: newSession ?? sessionToken?.split(".", 1)[0] } : {}),
    ...(refusedWith ? { refusal: refusedWith } : {}),
    ...(by ? { by } : {}),
  };
}
