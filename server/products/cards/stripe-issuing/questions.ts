/**
 * Questions of merchants, as Stripe asks them while the payment waits: answered within two seconds, or Stripe declines. The signature is checked
 * before anything is read, and with a secret that signs nothing else, so that this process can say nothing of what was booked.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Policy } from "../../../platform/http/policy.ts";
import { together } from "../../../platform/together.ts";
import { isFromStripe, STRIPE_VERSION } from "../../../platform/outside/providers/stripe-issuing.ts";
import { decideAll } from "../rows.ts";
import { questionIn, type StripeQuestion } from "./events.ts";
import { cardsByRef } from "./rows.ts";

const PATH = "/rest/v1/providers/stripe_issuing/authorizations";
const POLICY: Policy = { auth: "public", rateLimit: "write", bySignature: true };
const MOST_BYTES = 65_536;
/** A question waits for those before it. */
const MOST_TOGETHER = 32;
/** Of one address in a minute: they are those of all cards. */
const LIMIT = { max: 6000, timeWindow: 60_000, groupId: "card_questions" };

/** Refuses auth.forbidden of what Stripe has not signed just now, and request.not_found where no secret is configured. */
export async function mountCardQuestions(
  fastify: FastifyInstance,
  { db, config }: Pick<AppPorts, "db" | "config">,
): Promise<void> {
  const secret = config.stripeIssuing?.askSecret;
  const answer = together((questions: readonly StripeQuestion[]) => answerAll(db, questions), MOST_TOGETHER);
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
      const outcome = question ? await answer(question) : "unreadable";
      return reply
        .code(200)
        .header("stripe-version", STRIPE_VERSION)
        .send({ approved: outcome === "approved", metadata: { reason: outcome } });
    });
  });
}

/** Those that arrive while others commit are decided together. A card that is none of ours is declined. */
async function answerAll(db: AppPorts["db"], questions: readonly StripeQuestion[]): Promise<string[]> {
  return db.tx(async (tx) => {
    const cards = await cardsByRef(tx, [...new Set(questions.map(({ issuerCard }) => issuerCard))]);
    return decideAll(
      tx,
      questions.map(({ id, issuerCard, merchant, merchantGroup, country, currency, units, cents, isOnline }) => ({
        ...{ id, card: cards.get(issuerCard) ?? "", merchant, merchant_group: merchantGroup, country, currency },
        // Nobody answers within two seconds: the user is asked, and the merchant asks again.
        ...{ amount_units: String(units), usd_units: String(cents), is_online: isOnline, is_waited: false },
      })),
    );
  });
}
