/** Right arguments for awards, divisions and proposals, each about a dispute of its own. */
import { escrowRow, openDisputeAndTake } from "../../../server/testing/market/disputes.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { aPicture, uploadAs } from "../../../server/testing/people/upload.ts";
import { ids } from "../../../server/platform/ids.ts";
import { type Good, type Ground, prove, tradeId } from "../ground.ts";

/** A disputed trade's award, with its moderator's proof. */
async function aProposal(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { id, hash, trade } = await aModeratedCase(ground);
  await prove(ground, `staff_award:${trade.id}:1:buyer`, id);
  return [hash, id, "buyer", null, "payment_proven", "seen the receipt", now];
}

async function aModeratedCase(ground: Ground) {
  const { app, market } = ground;
  const { id, client } = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  const hash = await openDisputeAndTake(market, { moderator: client });
  return { id, hash, trade: await tradeId(ground, hash) };
}

/** A disputed trade's, with its moderator's proof of just this share, or of a unit more. */
export async function aDivision(
  ground: Ground,
  now: string,
  { percent, isProved = true }: { percent: bigint; isProved?: boolean },
): Promise<readonly unknown[]> {
  const { id, hash, trade } = await aModeratedCase(ground);
  const { units } = await escrowRow(ground.app, hash);
  const share = (units * percent) / 100n;
  const winner = percent > 50n ? "buyer" : "seller";
  await prove(ground, `staff_award:${trade.id}:1:${winner}:${isProved ? share : share + 1n}`, id);
  const decided = { status: `dispute_won_${winner}`, share: String(share) };
  return [[{ ...trade, verb: `award_${winner}`, actor: "moderator", actor_id: String(id), ...decided }], now];
}

/** Evidence of a side in its own case, without files. */
export async function someEvidence(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { hash } = await aModeratedCase(ground);
  return [hash, ground.market.buyer.id, "The statement shows it", Buffer.alloc(16, 7), [], true, now];
}

/** The moderator's request for evidence to both sides. */
export async function aQuestion(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { hash, id } = await aModeratedCase(ground);
  return [hash, id, "both", "The statement of that day, please", Buffer.alloc(16, 7), 12, now];
}

async function aDecidedCase(ground: Ground) {
  const { app, market } = ground;
  const hash = await openDisputeAndTake(market, { winner: "seller" });
  const { id: file } = await uploadAs(app, market.buyer.client, await aPicture());
  return { hash, file };
}

/** The buyer's appeal in a case that the seller won. */
export async function anAppeal(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { hash, file } = await aDecidedCase(ground);
  return [hash, ground.market.buyer.id, `APPEAL-${ids.digits(12)}`, "The statement came today", [file], now];
}

/** The number of an appeal, and another moderator, who has taken it if `hasTaken`. */
export async function aJudge(
  ground: Ground,
  now: string,
  { hasTaken = false }: { hasTaken?: boolean } = {},
): Promise<{ caseNumber: string; id: bigint }> {
  const asked = await anAppeal(ground, now);
  await ground.app.owner.query("select make_dispute_appeal($1, $2, $3, $4, $5, $6)", [...asked]);
  const { id } = await aPerson(ground.app);
  await ground.app.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    id,
  ]);
  const caseNumber = String(asked[2]);
  if (hasTaken) await ground.app.owner.query("select take_dispute_appeal($1, $2, $3)", [caseNumber, id, now]);
  return { caseNumber, id };
}

/** Of evidence and appeals. */
export function disputeCalls(ground: Ground): Record<string, Good[]> {
  return {
    "propose_award proposed": [(now) => aProposal(ground, now)],
    awards_in_day: [async () => [ground.market.seller.id, "1", "100"]],
    submit_evidence: [(now) => someEvidence(ground, now)],
    ask_for_evidence: [(now) => aQuestion(ground, now)],
    make_dispute_appeal: [(now) => anAppeal(ground, now)],
    take_dispute_appeal: [
      async (now) => {
        const { caseNumber, id } = await aJudge(ground, now);
        return [caseNumber, id, now];
      },
    ],
    decide_dispute_appeal: [
      async (now) => {
        const { caseNumber, id } = await aJudge(ground, now, { hasTaken: true });
        return [caseNumber, id, "overturned", "The statement shows it", "5", now];
      },
    ],
    appeal_is_paid: [async (now) => [(await aJudge(ground, now)).caseNumber]],
    appeal_worth: [async (now) => [(await aJudge(ground, now)).caseNumber]],
    moderator_is_here: [async (now) => [now]],
  };
}
