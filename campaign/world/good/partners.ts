/** Right arguments for functions of the partner program. */
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { ids } from "../../../server/platform/ids.ts";
import { aPerson, aTrade } from "../../../server/testing/index.ts";
import { aLearnerOf } from "../../../server/testing/people/lessons.ts";
import { anApplicant, anEarner, aPartnerCase } from "../asks/partner.ts";
import type { Good, Ground } from "../ground.ts";
import { anAdmin } from "./console.ts";
import { messengerCalls } from "./messenger.ts";

/** Of reach: the messenger and the partner program. */
export const reachCalls = (ground: Ground): Record<string, Good[]> => ({
  ...messengerCalls(ground),
  ...partnerCalls(ground),
});

function partnerCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  const codeOf = async (id: bigint) =>
    (await app.owner.query("select referral_code as code from users where id = $1", [id])).rows[0].code as string;
  const aDue = async () => {
    const hash = await aTrade(market, "released");
    await app.owner.query("select note_reward_dues('fee', array[$1])", [hash]);
  };
  return {
    attribute_referral: [
      async (now) => {
        const [first, person] = [await aPerson(app), await aPerson(app)];
        return [person.id, await codeOf(first.id), "hand", now];
      },
    ],
    find_referral: [async () => [await codeOf(market.buyer.id)]],
    keep_reward_rates: [async (now) => [now]],
    note_reward_dues: [async () => ["fee", [await aTrade(market, "released")]]],
    accrue_rewards: [
      async (now) => {
        await aDue();
        return ["BTC", 10, now];
      },
    ],
    note_product_fees: [async (now) => [["fees_of_orders"], ["provider_done"], now]],
    accrue_product_rewards: [async (now) => ["USDT", 10, now]],
    settle_rewards: [async (now) => ["BTC", 10, now]],
    "claim_rewards claimed": [
      async (now) => {
        const { earner } = await anEarner(app);
        return [earner.id, "BTC", ids.hash(), now];
      },
    ],
    "claim_lesson_reward claimed": [async (now) => [(await aLearnerOf(app)).id, REWARDED_LESSON, ids.hash(), now]],
    note_partner_click: [async (now) => [await codeOf(market.buyer.id), "DE", now]],
    apply_as_ambassador: [async (now) => [(await aPerson(app)).id, "I speak with new traders each week.", now]],
    withdraw_ambassador_application: [async (now) => [(await anApplicant(app)).id, now]],
    judge_ambassador_application: [
      async (now) => [(await anApplicant(app)).number, "note", "A good talk", await anAdmin(ground), now],
    ],
    assign_ambassador: [
      async (now) => {
        const [ambassador, newcomer] = [await aPerson(app), await aPerson(app)];
        await app.owner.query("select set_ambassador_level($1, 'peer', null, market_now())", [ambassador.id]);
        return [newcomer.id, await codeOf(ambassador.id), now];
      },
    ],
    ambassador_level: [async () => [market.buyer.id]],
    assigned_doubt: [async (now) => [market.buyer.id, market.seller.id, now]],
    accrue_ambassador_rewards: [async (now) => [10, now]],
    decide_partner_case: [
      async (now) => [await aPartnerCase(app), "dismissed", "Two people of one office", await anAdmin(ground), now],
    ],
  };
}
