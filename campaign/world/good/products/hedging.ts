/** Right arguments for the functions of rules that convert. */
import { ids } from "../../../../server/platform/ids.ts";
import { aDeposit, aHedger, aRule, openHedging } from "../../../../server/testing/market/hedging.ts";
import { aPerson } from "../../../../server/testing/index.ts";
import { type Good, type Ground, prove } from "../../ground.ts";

export function hedgingCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  const BTC = 100_000_000n;
  const ruled = async () => {
    await openHedging(app);
    const person = await aHedger(app, { BTC });
    return { person, rule: await aRule(person) };
  };
  const due = async () => {
    const { person } = await ruled();
    await aDeposit(app, person.id, BTC / 100n);
    await app.deliverEvents();
    const { rows } = await app.owner.query("select rule_id, subject from hedge_dues order by rule_id desc limit 1");
    return rows[0] as { rule_id: string; subject: string };
  };
  return {
    save_hedge_rule: [
      async (now) => {
        const { id } = await aPerson(app);
        await prove(ground, `hedge_rule:${id}:deposit-BTC-USDT-5000-0-any-0`, id);
        return [id, ids.hash(), "deposit", "BTC", "USDT", 5000, 0, null, null, null, now];
      },
    ],
    switch_hedge_rules: [
      async (now) => {
        const { person, rule } = await ruled();
        return [person.id, rule.id, "paused", now];
      },
    ],
    note_hedge_arrivals: [
      async (now) => {
        const { person } = await ruled();
        return [[await aDeposit(app, person.id, BTC / 100n)], [], now];
      },
    ],
    note_hedge_times: [async (now) => [10, now]],
    run_hedge: [
      async (now) => {
        const { rule_id, subject } = await due();
        return [rule_id, subject, ids.hash(), "99000", now];
      },
    ],
    pause_reversed_hedges: [async (now) => [[await aDeposit(app, (await ruled()).person.id, BTC / 100n)], now]],
  };
}
