/** Endpoints of mobile top-up. */
import * as rules from "#contract/products/top-up-rules.ts";
import * as calls from "#contract/products/top-ups.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, type Viewer } from "../../platform/http/policy.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { listPhones, redeemAtPhone } from "./house-telco/phones.ts";
import { getLookUp, lookUpNumber } from "./look-ups.ts";
import { showPin } from "./pins.ts";
import { changeRule, createRule, listRules, quoteAsk, skipAsk } from "./rules.ts";
import { currentTopUpProvider } from "./top-up-provider.ts";
import { createTopUp, getTopUp, listOperators, listTopUps, quoteTopUp } from "./top-ups.ts";

const READ = { auth: "session", rateLimit: "read", openWhen: "hasTopUps" } as const;
const OWN = { objects: { id: { kind: "top_up_order", relations: ["owner"] } } } as const;
/** What was bought stays its owner's in every restriction; the answer has the code in it, so it is not stored under an idempotency key. */
const SHOW = {
  auth: "session",
  rateLimit: "write",
  unrestricted: true,
  keepsNoAnswer: true,
  openWhen: "hasTopUps",
  ...OWN,
} as const;
/** Users may always stop what asks them. */
const STOP = { auth: "session", rateLimit: "write", unrestricted: true, openWhen: "hasTopUps" } as const;
const OWN_RULE = { objects: { id: { kind: "top_up_rule", relations: ["owner"] } } } as const;
const OWN_ASK = { objects: { id: { kind: "top_up_ask", relations: ["owner"] } } } as const;
const DEMO = { auth: "session", rateLimit: "read", openWhen: "isDemo" } as const;
const PAY = { auth: "session", rateLimit: "money", action: "top_up", level: 1, openWhen: "hasTopUps" } as const;

export const routes = [
  route(calls.listTopUpOperators, READ, async ({ tx, viewer, query }) => {
    await refuseWithoutTopUps(tx, viewer);
    return listOperators(tx, {
      provider: currentTopUpProvider(),
      country: query.country,
      currency: query.crypto_currency_code,
    });
  }),
  route(calls.lookUpTopUpNumber, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutTopUps(tx, viewer);
    return lookUpNumber(tx, {
      userId: viewer.userId,
      provider: currentTopUpProvider(),
      phone: body.phone,
      countryIso: body.country_iso,
    });
  }),
  route(
    calls.getTopUpLookUp,
    { ...READ, objects: { id: { kind: "top_up_lookup", relations: ["owner"] } } },
    ({ tx, viewer, params }) => getLookUp(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.quoteTopUp, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutTopUps(tx, viewer);
    return quoteTopUp(tx, {
      userId: viewer.userId,
      provider: currentTopUpProvider(),
      lookUp: body.look_up_id,
      productId: BigInt(body.product_id),
      amount: body.amount,
      currency: body.crypto_currency_code,
      isOtherOperator: body.other_operator === true,
      isAgain: body.again === true,
    });
  }),
  route(calls.createTopUp, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutTopUps(tx, viewer);
    return createTopUp(tx, { userId: viewer.userId, quoteHash: body.quote_id });
  }),
  // What was bought stays theirs where the flag is off.
  route(calls.listTopUps, READ, ({ tx, viewer, query }) =>
    listTopUps(tx, { userId: viewer.userId, before: query.before }),
  ),
  route(calls.getTopUp, { ...READ, ...OWN }, ({ tx, viewer, params }) =>
    getTopUp(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.showTopUpCode, SHOW, ({ tx, viewer, params }) => showPin(tx, { userId: viewer.userId, hash: params.id })),
  route(rules.listTopUpRules, READ, ({ tx, viewer }) => listRules(tx, viewer.userId)),
  route(rules.createTopUpRule, { ...PAY, rateLimit: "write" }, async ({ tx, viewer, body }) => {
    await refuseWithoutTopUps(tx, viewer);
    return createRule(tx, { userId: viewer.userId, order: body.order_id, day: body.day, mostUsd: body.most_usd });
  }),
  route(rules.changeTopUpRule, { ...STOP, ...OWN_RULE }, ({ tx, viewer, params, body }) =>
    changeRule(tx, { userId: viewer.userId, hash: params.id }, { status: body.status, mostUsd: body.most_usd }),
  ),
  route(rules.quoteTopUpAsk, { ...PAY, ...OWN_ASK }, async ({ tx, viewer, params }) => {
    await refuseWithoutTopUps(tx, viewer);
    return quoteAsk(tx, { userId: viewer.userId, hash: params.id }, currentTopUpProvider());
  }),
  route(rules.skipTopUpAsk, { ...STOP, ...OWN_ASK }, ({ tx, viewer, params }) =>
    skipAsk(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.listHousePhones, DEMO, ({ tx, viewer }) => listPhones(tx, viewer.userId)),
  route(
    calls.redeemHousePin,
    { ...DEMO, rateLimit: "write", unrestricted: true, keepsNoAnswer: true },
    ({ tx, body }) => redeemAtPhone(tx, body.code),
  ),
];

async function refuseWithoutTopUps(tx: ReadTx, { userId }: Viewer): Promise<void> {
  if (!(await isFlagOn(tx, { name: "isMobileTopUpEnabled", userId }))) throw new Refusal("request.not_found");
}
