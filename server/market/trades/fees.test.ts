// Guards: the seller pays the lowest of the method's fee, their own perks and what an expert trader chose for the offer, as the
// database judges it when the trade begins; perks end by time, and two administrators give them.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as own from "#contract/market/offers/my/offers.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import * as staff from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import {
  aMarket,
  aPerson,
  freshRates,
  giveCoins,
  giveLevel,
  start,
  type TestMarket,
  testApp,
} from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { findPaymentMethod } from "../../reference/catalog/index.ts";

const app = await testApp();
const { owner } = app;
const BANK = { payment_method: "other-bank-transfer", range_max: "100000" } as const;
const methodId = findPaymentMethod(BANK.payment_method)?.id ?? 0;

/** In hundredths of a percent: the base of bank transfers. */
const BASE = 50;

const perk = (userId: bigint, feeBp: number, { of = 0, until = null as string | null } = {}) =>
  owner.query(
    `insert into offer_perks (user_id, method_id, fee_bp, valid_until) values ($1, $2, $3, market_now() + $4::interval)
     on conflict (user_id, method_id) do update set fee_bp = excluded.fee_bp, valid_until = excluded.valid_until`,
    [userId, of, feeBp, until],
  );
const tier = (userId: bigint, name: string) =>
  owner.query(
    `insert into user_reputation (user_id, tier) values ($1, $2)
     on conflict (user_id) do update set tier = excluded.tier`,
    [userId, name],
  );
const choose = ({ client }: TestMarket["seller"], offerId: string, fee: string | null) =>
  client.call(own.setManualEscrowFee, { params: { offerId }, body: { new_manual_escrow_fee: fee } });

/** What the trade that starts now would cost its seller, in hundredths of a percent of a round amount. */
async function feeBpNow(market: TestMarket, by: "buyer" | "seller" = "buyer"): Promise<number> {
  const started = await start(market, { fiat: "100", by });
  assert.equal(started.code, "");
  const { rows } = await owner.query("select units, fee_units from trades where hash = $1", [started.data.tradeHash]);
  const [units, fee] = [BigInt(rows[0].units), BigInt(rows[0].fee_units)];
  const bp = Array.from({ length: 2001 }, (_, at) => at).find((at) => (units * BigInt(at) + 9999n) / 10_000n === fee);
  assert.notEqual(bp, undefined, `${fee} of ${units} is no fee`);
  return bp ?? -1;
}

const copyOf = async (hash: string) =>
  (await owner.query("select fee_bp from offers where hash = $1", [hash])).rows[0].fee_bp as number;
const settle = () => app.runJob("fees-settle");

test("an owner who sells pays the lowest of the base and their perks, and after a perk's end the base again", async () => {
  const market = await aMarket(app, BANK);
  assert.equal(await feeBpNow(market), BASE);
  await perk(market.seller.id, 40);
  await perk(market.seller.id, 20, { of: methodId, until: "1 hour" });
  await perk(market.seller.id, 1, { of: methodId + 1 });
  assert.equal(await feeBpNow(market), 20);
  await settle();
  assert.equal(await copyOf(market.offer), 20);
  await app.moveClock(3_600_001);
  await freshRates(app);
  assert.equal(await copyOf(market.offer), 20, "nobody has looked yet");
  assert.equal(await feeBpNow(market), 40, "and yet it is over");
  await settle();
  assert.equal(await copyOf(market.offer), 40);
  await perk(market.seller.id, 90);
  assert.equal(await feeBpNow(market), BASE, "a perk costs nobody more");
});

test("a user who sells to an offer to buy pays by their own perks, and reads so on its page", async () => {
  const market = await aMarket(app, { ...BANK, offer_type: "buy" });
  await perk(market.buyer.id, 1);
  assert.equal(await feeBpNow(market, "seller"), BASE, "the buyer's count for nothing");
  await perk(market.seller.id, 30);
  const shown = (await market.seller.client.call(getOffer, { params: { id: market.offer } })).data;
  assert.deepEqual([shown.escrowFeePct, shown.discountedEscrowFee, shown.flags.includes(19)], ["0.3", "0.3", true]);
  const others = (await app.client("").call(getOffer, { params: { id: market.offer } })).data;
  assert.deepEqual([others.escrowFeePct, others.discountedEscrowFee, others.flags.includes(19)], ["0.5", null, false]);
  assert.equal(await feeBpNow(market, "seller"), 30);
});

test("expert traders choose a fee within bounds, for as long as they are expert traders, and nobody else does", async () => {
  const market = await aMarket(app, BANK);
  const { seller, offer } = market;
  assert.equal((await choose(seller, offer, "0.4")).code, "offer.fee_not_yours");
  await tier(seller.id, "expert_trader");
  for (const wrong of ["0.51", "0.24", "0", "3"])
    assert.equal((await choose(seller, offer, wrong)).code, "offer.fee_range", wrong);
  assert.equal((await choose(seller, offer, "0.255")).code, "money.too_many_digits");
  const chosen = await choose(seller, offer, "0.25");
  assert.deepEqual(
    [chosen.data.offerFee, chosen.data.manualEscrowFee],
    ["0.25", { base: "0.5", least: "0.25", chosen: "0.25" }],
  );
  assert.equal(await feeBpNow(market), 25);
  await perk(seller.id, 10);
  assert.equal(await feeBpNow(market), 10, "the lowest counts");
  await owner.query("delete from offer_perks where user_id = $1", [seller.id]);
  await owner.query(
    "insert into settings (name, value, changed_at) values ('offers.manual_fee_least_share', '80', market_now())",
  );
  assert.equal(await feeBpNow(market), 40, "the least of now");
  await owner.query("delete from settings where name = 'offers.manual_fee_least_share'");
  await tier(seller.id, "power_trader");
  assert.equal(await feeBpNow(market), BASE);
  assert.equal((await choose(seller, offer, "0.3")).code, "offer.fee_not_yours");
  const back = await seller.client.call(own.postManualEscrowFee, {
    params: { offerId: offer },
    body: { new_manual_escrow_fee: null },
  });
  assert.deepEqual([back.status, back.data.manualEscrowFee, back.data.offerFee], [200, null, "0.5"]);
  await tier(seller.id, "expert_trader");
  assert.equal(await feeBpNow(market), BASE, "the previous one is gone, and not only unused");
  const buying = await aMarket(app, { ...BANK, offer_type: "buy" });
  await tier(buying.buyer.id, "expert_trader");
  assert.equal((await choose(buying.buyer, buying.offer, "0.4")).code, "offer.fee_of_buyers");
  assert.equal((await choose(seller, buying.offer, "0.4")).code, "offer.not_found");
});

test("whatever a web process writes or says, the database judges the fee", async () => {
  const market = await aMarket(app, BANK);
  const asWeb = (text: string) => app.dbs.web.tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));
  await assert.rejects(asWeb(`update offers set fee_bp = 0 where hash = '${market.offer}'`), /permission denied/);
  await assert.rejects(asWeb("select from settle_fees()"), /permission denied/);
  await asWeb(`update offers set manual_fee_bp = 0 where hash = '${market.offer}'`);
  assert.equal(await feeBpNow(market), BASE, "no expert trader");
  await tier(market.seller.id, "expert_trader");
  assert.equal(await feeBpNow(market), 25, "no less than an expert trader may choose");
  // Even where the copy were wrong.
  await owner.query("alter table offers disable trigger offer_fees_noted");
  await owner.query("update offers set fee_bp = 7, manual_fee_bp = null where hash = $1", [market.offer]);
  await owner.query("alter table offers enable trigger offer_fees_noted");
  assert.equal(await feeBpNow(market), BASE);
});

test("two administrators give a discount for some days, and one takes it away", async () => {
  const [ada, ben] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];
  const market = await aMarket(app, BANK);
  const { rows } = await owner.query("select username from users where id = $1", [market.seller.id]);
  const id = rows[0].username as string;
  const change: StaffChange = { kind: "give_perk", id, payment_method_id: 0, fee_pct: "0.15", days: 30 };
  const ask = ({ client }: typeof ada, wanted: StaffChange) =>
    client.call(staff.changeByStaff, { body: { change: wanted, reason: "as agreed" } });
  await app.prove(ada.client.token, change);
  const asked = await ask(ada, change);
  assert.deepEqual([asked.status, asked.data.isDone], [200, false]);
  assert.equal(await feeBpNow(market), BASE, "one alone gives nothing");
  const waiting = asked.data.desk.waiting.find((one) => one.change.kind === "give_perk");
  assert.deepEqual(waiting?.change, change);
  await app.prove(ben.client.token, change);
  const confirmed = await ben.client.call(staff.confirmStaffChange, { body: { id: waiting?.id ?? "" } });
  assert.equal(confirmed.status, 200, confirmed.code);
  assert.equal(await feeBpNow(market), 15);
  const list = (await market.seller.client.call(own.listMyOffers, { query: { type: "sell" } })).data;
  assert.deepEqual(list.userPerks, [{ paymentMethodId: 0, discountedEscrowFee: "0.15" }]);
  const taking: StaffChange = { kind: "take_perk", id, payment_method_id: 0 };
  await app.prove(ada.client.token, taking);
  const taken = await ask(ada, taking);
  assert.deepEqual([taken.status, taken.data.isDone], [200, true], taken.code);
  assert.equal(await feeBpNow(market), BASE);
  const acts = await owner.query("select act from staff_acts where subject like $1 order by id", [`${id}: %`]);
  assert.deepEqual(
    acts.rows.map(({ act }) => act),
    ["perk.give.propose", "perk.give", "perk.take"],
  );
});

test("a discount for a method that there is not, for more than a year or of more than a fifth is none", async () => {
  const ada = await aNamedUser(app, "admin");
  const { id: person } = await aPerson(app);
  await giveLevel(app, person, 4);
  await app.db.tx((tx) => giveCoins(tx, person, "BTC", 1n));
  for (const detail of ["999999:10:30", "0:2001:30", "0:10:366", "0:10:0", "0:10", "0:10:30:1", "00:10:30"])
    await assert.rejects(
      owner.query("select * from change_by_staff('perkofnobody', 'give_perk', $1, $2, 'as agreed', $3, market_now())", [
        person,
        detail,
        ada.id,
      ]),
      /staff do not change give_perk/,
      detail,
    );
});
