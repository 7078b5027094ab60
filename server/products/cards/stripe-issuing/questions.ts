/**
 * Questions of merchants, as Stripe asks them while the payment waits: answered within two seconds, or Stripe declines. The signature is checked
 * before anything is read, and with a secret that signs nothing else, so that this process can say nothing of what was booked.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/refusals.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Policy } from "../../../platform/http/policy.ts";
import { isFromStripe, STRIPE_VERSION } from "../../../platform/outside/stripe-issuing.ts";
import { decide } from "../rows.ts";
import { questionIn, type StripeQuestion } from "./events.ts";
import { cardsByRef } from "./rows.ts";

const PATH = "/rest/v1/providers/stripe_issuing/authorizations";
const POLICY: Policy = { auth: "public", rateLimit: "write", bySignature: true };
const MOST_BYTES = 65_536;
/** Of one address in a minute: they are those of all cards. */
const LIMIT = { max: 6000, timeWindow: 60_000, groupId: "card_questions" };

/** Refuses auth.forbidden of what Stripe has not signed just now, and request.not_found where no secret is configured. */
export async function mountCardQuestions(
  fastify: FastifyInstance,
  { db, config }: Pick<AppPorts, "db" | "config">,
): Promise<void> {
  const secret = config.stripeIssuing?.askSecret;
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    scope.post(PATH, { config: { policy: POLICY, rateLimit: LIMIT } as never }, async (request, reply) => {
      if (secret === undefined) throw new Refusal("request.not_found");
      const header = String(request.headers["stripe-signature"] ?? "");
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || !isFromStripe(bytes, { secret, header, now: db.marketNow() }))
        throw new Refusal("auth.forbidden");
      const question = questionIn(bytes);
      const outcome = question ? await answer(db, question) : "unreadable";
      return reply
        .code(200)
        .header("stripe-version", STRIPE_VERSION)
        .send({ approved: outcome === "approved", metadata: { reason: outcome } });
    });
  });
}

/** A card that is none of ours is declined. */
async function answer(db: AppPorts["db"], question: StripeQuestion): Promise<string> {
  return db.tx(async (tx) => {
    const card = (await cardsByRef(tx, [question.issuerCard])).get(question.issuerCard);
    if (card === undefined) return "unknown";
    const { id, merchant, merchantGroup, country, currency, units, cents, isOnline } = question;
    const decided = await decide(tx, {
      ...{ id, card, merchant, merchant_group: merchantGroup, country, currency },
      // Nobody answers within two seconds: the user is asked, and the merchant asks again.
      ...{ amount_units: String(units), usd_units: String(cents), is_online: isOnline, is_waited: false },
    });
    return decided.outcome;
  });
}
