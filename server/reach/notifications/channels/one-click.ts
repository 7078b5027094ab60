/**
 * One-click unsubscribe (RFC 8058): a mail program posts a form to the address in the header of an email, with no cookie
 * and no question. What it may do is in the signed link, so that this one route takes a form and asks for no token.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Policy } from "../../../platform/http/policy.ts";
import { limitOf } from "../../../platform/http/entry/rate-limits.ts";
import { STOP_PATH } from "../../../platform/mail/stop-link.ts";
import { stopEmails } from "./stop-emails.ts";

const ONE_CLICK = { "List-Unsubscribe": "One-Click" };
const IN_PARTS = /name="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/;
const POLICY: Policy = { auth: "public", rateLimit: "write", bySignature: true };

export const mountOneClick = (fastify: FastifyInstance, ports: Pick<AppPorts, "db">): Promise<void> =>
  mountOneClickAt(fastify, ports, { path: STOP_PATH, stop: stopEmails });

type Place = { readonly path: string; readonly stop: (tx: Tx, token: string) => Promise<unknown> };

export async function mountOneClickAt(
  fastify: FastifyInstance,
  { db }: Pick<AppPorts, "db">,
  { path, stop }: Place,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1024 },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    // The form that mail programs should send (RFC 8058, section 3.2).
    scope.addContentTypeParser("multipart/form-data", { parseAs: "string", bodyLimit: 1024 }, (_, body, done) =>
      done(null, new URLSearchParams(IN_PARTS.test(String(body)) ? ONE_CLICK : {})),
    );
    scope.post(path, { config: { policy: POLICY, rateLimit: limitOf(POLICY) } as never }, async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      const isOneClick =
        request.body instanceof URLSearchParams && request.body.get("List-Unsubscribe") === "One-Click";
      if (!isOneClick || typeof token !== "string") throw new Refusal("request.malformed");
      await db.tx((tx) => stop(tx, token));
      return reply.code(200).type("text/plain; charset=utf-8").send("");
    });
  });
}
