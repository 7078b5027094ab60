/** Endpoints of the gift card store. */
import * as calls from "#contract/products/store/gift-card-store.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, staffMay, type Viewer } from "../../platform/http/policy.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { changeCard, listCards, moveToVault, reportCard, showCode } from "./cards.ts";
import { redeemCard } from "./house-market/till.ts";
import { createOrder, getOrder, listOrders, quoteOrder } from "./orders.ts";
import { getProduct, listProducts } from "./products.ts";
import { viewStaffStore } from "./staff.ts";
import { currentStoreProvider } from "./store-provider.ts";

const READ = { auth: "session", rateLimit: "read", openWhen: "hasStore" } as const;
const PAY = { auth: "session", rateLimit: "money", action: "store", level: 1, openWhen: "hasStore" } as const;
/** What was bought stays its owner's in every restriction. */
const OWN = {
  auth: "session",
  rateLimit: "write",
  unrestricted: true,
  openWhen: "hasStore",
  objects: { id: { kind: "store_card", relations: ["owner"] } },
} as const;

export const routes = [
  route(calls.listStoreProducts, READ, async ({ tx, viewer, query: { crypto_currency_code, ...filter } }) => {
    await refuseWithoutStore(tx, viewer);
    return listProducts(tx, { provider: currentStoreProvider(), ...filter }, crypto_currency_code ?? "USDT");
  }),
  route(calls.getStoreProduct, READ, async ({ tx, viewer, params, query }) => {
    await refuseWithoutStore(tx, viewer);
    return getProduct(tx, {
      provider: currentStoreProvider(),
      id: BigInt(params.id),
      coin: query.crypto_currency_code ?? "USDT",
      ...{ userId: viewer.userId, locale: "en" },
    });
  }),
  route(calls.quoteStoreOrder, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutStore(tx, viewer);
    return quoteOrder(tx, { userId: viewer.userId, lines: body.lines, currency: body.crypto_currency_code });
  }),
  route(calls.createStoreOrder, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutStore(tx, viewer);
    return createOrder(tx, { userId: viewer.userId, quoteHash: body.quote_id });
  }),
  // What was bought stays theirs where the flag is off.
  route(calls.listStoreOrders, READ, ({ tx, viewer, query }) =>
    listOrders(tx, { userId: viewer.userId, before: query.before }),
  ),
  route(
    calls.getStoreOrder,
    { ...READ, objects: { id: { kind: "store_order", relations: ["owner"] } } },
    ({ tx, viewer, params }) => getOrder(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.listStoreCards, READ, ({ tx, viewer, query }) =>
    listCards(tx, { userId: viewer.userId, before: query.before }),
  ),
  // The answer has the code in it: so it is not stored under an idempotency key.
  route(calls.showStoreCode, { ...OWN, keepsNoAnswer: true }, ({ tx, viewer, params }) =>
    showCode(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.changeStoreCard, OWN, ({ tx, viewer, params, body }) =>
    changeCard(tx, { userId: viewer.userId, hash: params.id }, { isUsed: body.is_used, note: body.note }),
  ),
  route(
    calls.moveStoreCard,
    {
      auth: "session",
      rateLimit: "write",
      action: "pay",
      closedToStaff: true,
      openWhen: "hasStore",
      objects: OWN.objects,
    },
    ({ tx, viewer, params }) => moveToVault(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.reportStoreCard, OWN, ({ tx, viewer, params, body }) =>
    reportCard(tx, { userId: viewer.userId, hash: params.id }, body.report),
  ),
  // Into one's own balance, as what arrives by a chain: open in every restriction.
  route(
    calls.redeemHouseCard,
    { auth: "session", rateLimit: "money", unrestricted: true, keepsNoAnswer: true, openWhen: "isDemo" },
    ({ tx, viewer, body }) => redeemCard(tx, viewer.userId, body),
  ),
  route(calls.getStaffStore, { ...staffMay("console", "read"), openWhen: "hasStore" }, ({ tx }) => viewStaffStore(tx)),
];

async function refuseWithoutStore(tx: ReadTx, { userId }: Viewer): Promise<void> {
  if (!(await isFlagOn(tx, { name: "isGiftCardStoreEnabled", userId }))) throw new Refusal("request.not_found");
}
