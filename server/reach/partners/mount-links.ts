/** Visits by a link of the partner program: any page whose address has a code. The last one counts, for thirty days. */
import type { FastifyInstance } from "fastify";
import { cookieName } from "#contract/platform/cookie-name.ts";
import { CODE_FORM, REFERRAL_COOKIE, REFERRAL_DAYS } from "#contract/reach/partner/names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { visitorOf } from "../../platform/http/entry/visitor.ts";
import { noteClick } from "./rows.ts";

/** Where a visitor's country is not known. */
const NOWHERE = "ZZ";

/** A browser that has the code already keeps it for as long again, and is not counted again. What fails here must not keep the page from its reader. */
export function mountReferralLinks(
  fastify: FastifyInstance,
  { db, config, log }: Pick<AppPorts, "db" | "config" | "log">,
): void {
  const secure = config.publicUrl.protocol === "https:";
  const name = cookieName(REFERRAL_COOKIE, secure);
  const visits = new WeakMap<object, string>();
  // These meet every request: an async hook would cost each of them a turn of promises.
  fastify.addHook("preHandler", (request, reply, done) => {
    const code = (request.query as { referralCode?: unknown } | undefined)?.referralCode;
    if (request.method !== "GET" || request.viewer || typeof code !== "string" || !CODE_FORM.test(code)) return done();
    reply.setCookie(name, code, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure,
      maxAge: REFERRAL_DAYS * 24 * 3600,
    });
    if (request.cookies[name] !== code) visits.set(request, code);
    done();
  });
  // After the answer: what was refused, as too many requests are, is no visit.
  fastify.addHook("onResponse", (request, reply, done) => {
    const code = visits.get(request);
    if (code !== undefined && reply.statusCode < 400) {
      const country = visitorOf(request, config).countries[0] ?? NOWHERE;
      db.tx((tx) => noteClick(tx, code, country)).catch((error: unknown) =>
        log.warn({ error }, "a visit was not counted"),
      );
    }
    done();
  });
}
