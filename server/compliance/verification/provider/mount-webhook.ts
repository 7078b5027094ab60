/**
 * Sumsub's webhooks: signed over their bytes by a secret that we and it know. What they say decides nothing; a worker asks Sumsub
 * itself about the applicant that they name.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Policy } from "../../../platform/http/policy.ts";
import { limitOf } from "../../../platform/http/entry/rate-limits.ts";
import { isFromSumsub } from "../../../platform/outside/providers/sumsub.ts";
import { markReported } from "./rows.ts";

export const WEBHOOK_PATH = "/rest/v3/kyc/verifications/sumsub/webhook";
const POLICY: Policy = { auth: "public", rateLimit: "write", bySignature: true };
const MOST_BYTES = 65_536;

/** Refuses auth.forbidden of what Sumsub has not signed, and request.not_found where no secret is configured. */
export async function mountWebhook(
  fastify: FastifyInstance,
  { db, config }: Pick<AppPorts, "db" | "config">,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    scope.post(
      WEBHOOK_PATH,
      { config: { policy: POLICY, rateLimit: limitOf(POLICY) } as never },
      async (request, reply) => {
        const secret = config.sumsubWebhookSecret;
        if (secret === undefined) throw new Refusal("request.not_found");
        const header = (name: string) => String(request.headers[name] ?? "");
        const signed = { digest: header("x-payload-digest"), algorithm: header("x-payload-digest-alg") };
        const bytes = request.body;
        if (!Buffer.isBuffer(bytes) || !isFromSumsub(bytes, { secret, ...signed })) throw new Refusal("auth.forbidden");
        const applicantId = applicantIn(bytes);
        // One of another market with the same account there is none of ours.
        const isOurs = applicantId !== undefined && (await db.tx((tx) => markReported(tx, applicantId)));
        return reply.code(200).send({ status: "success", data: { isOurs } });
      },
    );
  });
}

function applicantIn(bytes: Buffer): string | undefined {
  try {
    const { applicantId } = JSON.parse(bytes.toString("utf8")) as { applicantId?: unknown };
    return typeof applicantId === "string" ? applicantId : undefined;
  } catch {
    // Signed, and no JSON: there is nothing to ask about.
    return undefined;
  }
}
