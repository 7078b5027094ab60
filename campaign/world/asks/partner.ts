/** Right calls of the partner program. */
import * as trades from "#contract/market/trades/trade/trades.ts";
import type { World } from "../open-world.ts";
import { linkOfAmbassador } from "../../../server/reach/partners/index.ts";
import { exportAsks } from "./export.ts";
import { webhookAsks } from "./webhook.ts";
import {
  aMarket,
  aPerson,
  giveLevel,
  signIn,
  start,
  type TestApp,
  type TestMarket,
} from "../../../server/testing/index.ts";

async function codeOf(app: TestApp, id: bigint): Promise<string> {
  return (await app.owner.query("select referral_code as code from users where id = $1", [id])).rows[0].code;
}

/** A referrer with open rewards of a trade, which are worth a claim. */
export async function anEarner(app: TestApp) {
  const earner = await aPerson(app);
  await giveLevel(app, earner.id, 4);
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  await app.owner.query("select attribute_referral($1, $2, 'hand', market_now())", [
    market.buyer.id,
    await codeOf(app, earner.id),
  ]);
  const hash = await aLargeTrade(market);
  await app.owner.query("select note_reward_dues('fee', array[$1])", [hash]);
  await app.owner.query("select accrue_rewards('BTC', 100, market_now())");
  await app.owner.query("update reward_entries set status = 'open' where referrer_id = $1 and status = 'held'", [
    earner.id,
  ]);
  await app.owner.query(
    "insert into settings (name, value, changed_at) values ('partner.claim_usd', '1', market_now()) on conflict (name) do update set value = '1'",
  );
  return { earner, market, hash };
}

/** Released, and large enough that half of its fee is worth a claim. */
async function aLargeTrade(market: TestMarket): Promise<string> {
  const { data, code } = await start(market, { fiat: "1000" });
  if (code) throw new Error(`the trade did not start: ${code}`);
  const params = { id: data.tradeHash };
  await market.buyer.client.call(trades.revealPaymentDetails, { params });
  await market.buyer.client.call(trades.markTradePaid, { params });
  await market.seller.client.call(trades.releaseTrade, { params });
  return data.tradeHash;
}

/** An open case of accounts of one browser. */
export async function aPartnerCase(app: TestApp): Promise<string> {
  const { earner, market, hash } = await anEarner(app);
  await app.owner.query(
    `select add_partner_finding('household', array[$1::bigint, $2], (select id from trades where hash = $3), market_now())`,
    [earner.id, market.buyer.id, hash],
  );
  const { rows } = await app.owner.query(
    "select number from partner_cases where status = 'open' order by id desc limit 1",
  );
  return rows[0].number;
}

/** Whose application waits. */
export async function anApplicant(app: TestApp): Promise<{ id: bigint; number: string }> {
  const { id } = await aPerson(app);
  await app.owner.query("select apply_as_ambassador($1, 'I speak with new traders each week.', market_now())", [id]);
  const { rows } = await app.owner.query("select number from ambassador_applications where user_id = $1", [id]);
  return { id, number: rows[0].number };
}

/** Of a new ambassador. */
export async function anAmbassadorLink(app: TestApp): Promise<string> {
  const { id } = await aPerson(app);
  await app.owner.query("select set_ambassador_level($1, 'peer', null, market_now())", [id]);
  const code = await codeOf(app, id);
  return linkOfAmbassador(code).split("/").at(-1) ?? "";
}

async function asOne(app: TestApp): Promise<string> {
  const { id } = await aPerson(app);
  return app.db.tx((tx) => signIn(tx, id));
}

/** Of what users have beside their trades: exports, webhooks, the partner program. */
export function reachAsks(
  { app, tokens }: Pick<World, "app" | "tokens">,
  registered: () => Promise<{ token: string }>,
) {
  return { ...exportAsks(app, registered), ...webhookAsks(app, registered), ...partnerAsks(app, tokens) };
}

function partnerAsks(app: TestApp, tokens: { readonly admin: string }) {
  return {
    claimPartnerRewards: async () => {
      const { earner } = await anEarner(app);
      return { by: earner.client.token, body: { crypto_currency_code: "BTC" } };
    },
    enterReferralCode: async () => {
      const [first, person] = [await aPerson(app), await aPerson(app)];
      return { by: await app.db.tx((tx) => signIn(tx, person.id)), body: { code: await codeOf(app, first.id) } };
    },
    applyAsAmbassador: async () => ({
      by: await asOne(app),
      body: { text: "I speak with new traders in Lagos each week." },
    }),
    withdrawAmbassadorApplication: async () => {
      const applicant = await anApplicant(app);
      return { by: await app.db.tx((tx) => signIn(tx, applicant.id)) };
    },
    assignAmbassador: async () => ({ by: await asOne(app), params: { id: await anAmbassadorLink(app) } }),
    judgeAmbassadorApplication: async () => ({
      by: tokens.admin,
      params: { number: (await anApplicant(app)).number },
      body: { step: "note", note: "A good talk." },
    }),
    decidePartnerCase: async () => ({
      by: tokens.admin,
      params: { number: await aPartnerCase(app) },
      body: { decision: "dismissed", reason: "Two people of one office." },
    }),
  };
}
