/** Endpoints of purchases and sales by bank transfer and mobile money, and of the demo's bank. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import * as calls from "#contract/products/ramps/ramps.ts";
import { ID_LEVEL } from "../../people/accounts/index.ts";
import { route, staffMay, type Viewer } from "../../platform/http/policy.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { answerAtHandset, listOfBank, payAtBank, sendBackPayout } from "./house-bank/at-the-bank.ts";
import { cancelPurchase, chooseAbout, createSale, getOrder, listOrders, openPurchase } from "./orders.ts";
import { listCorridors, quoteRamp } from "./quotes.ts";
import { currentRampProvider, isSimulated } from "./ramp-provider.ts";
import { corridorsOf } from "./rows.ts";
import { viewStaffOrders } from "./staff-orders.ts";

const READ = { auth: "session", rateLimit: "read", openWhen: "hasRamps" } as const;
// The payer's name is compared with one that was verified.
const MOVE = { auth: "session", rateLimit: "money", action: "ramp", level: ID_LEVEL, openWhen: "hasRamps" } as const;
const OWN = { objects: { id: { kind: "ramp_order", relations: ["owner"] } } } as const;
const DEMO = { auth: "session", rateLimit: "write", openWhen: "isDemo", unrestricted: true } as const;
/** Nothing leaves: it goes back to where it came from, or is not paid. */
const END = { auth: "session", rateLimit: "money", openWhen: "hasRamps", unrestricted: true } as const;

export const routes = [
  // Of all products, with names that this one opens.
  route(listProviderOrders, staffMay("console", "read"), ({ tx, query }) => viewStaffOrders(tx, query)),
  route(calls.listRampCorridors, READ, async ({ tx, viewer, query: { direction } }) => {
    await refuseWithoutRamps(tx, viewer, direction);
    const provider = currentRampProvider();
    return { corridors: await listCorridors(tx, { provider, direction }), simulated: isSimulated(provider) };
  }),
  route(calls.quoteRamp, MOVE, async ({ tx, viewer, body }) => {
    const provider = currentRampProvider();
    const [corridor] = await corridorsOf(tx, { provider, id: BigInt(body.corridor_id) });
    if (!corridor) throw new Refusal("ramp.unknown");
    await refuseWithoutRamps(tx, viewer, corridor.direction);
    return quoteRamp(tx, corridor, {
      ...{ userId: viewer.userId, provider, corridorId: corridor.id, currency: body.crypto_currency_code },
      ...{ amount: body.amount, coins: body.coins, accountId: body.account_id },
    });
  }),
  route(calls.openOnRamp, MOVE, async ({ tx, viewer, body }) => {
    await refuseWithoutRamps(tx, viewer, "buy");
    return openPurchase(tx, { userId: viewer.userId, quoteHash: body.quote_id });
  }),
  route(calls.createOffRamp, MOVE, async ({ tx, viewer, body }) => {
    await refuseWithoutRamps(tx, viewer, "sell");
    return createSale(tx, { userId: viewer.userId, quoteHash: body.quote_id });
  }),
  // What was ordered stays theirs where the flag is off.
  route(calls.listRampOrders, READ, ({ tx, viewer, query: { direction, before } }) =>
    listOrders(tx, { userId: viewer.userId, direction, before }),
  ),
  route(calls.getRampOrder, { ...READ, ...OWN }, ({ tx, viewer, params }) =>
    getOrder(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.cancelOnRamp, { ...END, ...OWN }, ({ tx, viewer, params }) =>
    cancelPurchase(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.chooseOnRamp, { ...END, ...OWN }, ({ tx, viewer, params, body }) =>
    chooseAbout(tx, {
      ...{ userId: viewer.userId, hash: params.id },
      ...{ choice: body.choice, leastCoins: body.least_coins },
    }),
  ),
  route(calls.listHouseBank, { auth: "session", rateLimit: "read", openWhen: "isDemo" }, ({ tx, viewer }) =>
    listOfBank(tx, viewer.userId),
  ),
  route(calls.payHouseBank, DEMO, ({ tx, viewer, body }) => payAtBank(tx, { userId: viewer.userId, asked: body })),
  route(calls.answerHousePrompt, { ...DEMO, ...OWN }, ({ tx, viewer, params, body }) =>
    answerAtHandset(tx, { userId: viewer.userId, hash: params.id, asked: body }),
  ),
  route(calls.sendBackFromHouse, { ...DEMO, ...OWN }, ({ tx, viewer, params }) =>
    sendBackPayout(tx, { userId: viewer.userId, hash: params.id }),
  ),
];

const FLAG = { buy: "isOnRampEnabled", sell: "isOfframpEnabled" } as const;

async function refuseWithoutRamps(tx: ReadTx, { userId }: Viewer, direction: RampDirection): Promise<void> {
  if (!(await isFlagOn(tx, { name: FLAG[direction], userId }))) throw new Refusal("request.not_found");
}
