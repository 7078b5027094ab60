/** Endpoints of Lightning. */
import * as calls from "#contract/products/lightning/lightning.ts";
import * as withdrawals from "#contract/products/lightning/withdrawals.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { getStaffLightning } from "#contract/staff/lightning.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, staffMay, type Viewer } from "../../platform/http/policy.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { createInvoice, viewOwnInvoice } from "./invoices.ts";
import { invoiceFromOutside, invoiceToCollect, payFromOutside } from "./outside-wallet.ts";
import { payQuote, quotePayment } from "./payments.ts";
import { viewStaffLightning } from "./staff-lightning.ts";
import { viewLightning } from "./view.ts";
import { beginWithdrawal, collect, endWithdrawal, priceWithdrawal } from "./withdrawals.ts";

const HERE = { auth: "session", openWhen: "hasLightning" } as const;
const READ = { ...HERE, rateLimit: "read" } as const;
/** Of the demo: a wallet on another node. */
const OUTSIDE = { auth: "session", openWhen: "isDemo", rateLimit: "write", unrestricted: true } as const;
const PAY = { ...HERE, rateLimit: "money", action: "lightning", level: 1 } as const;

export const routes = [
  route(calls.getLightning, READ, ({ tx, viewer }) => viewLightning(tx, viewer.userId)),
  route(
    calls.createLightningInvoice,
    { ...HERE, rateLimit: "write", action: "receive", level: 1 },
    async ({ tx, viewer, body }) => {
      await refuseWithoutLightning(tx, viewer);
      return createInvoice(tx, viewer.userId, body);
    },
  ),
  route(
    calls.getLightningInvoice,
    { ...READ, objects: { id: { kind: "ln_invoice", relations: ["owner"] } } },
    ({ tx, viewer, params }) => viewOwnInvoice(tx, viewer.userId, params.id),
  ),
  route(calls.quoteLightningPayment, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutLightning(tx, viewer);
    return quotePayment(tx, viewer.userId, body);
  }),
  route(calls.payFromOutside, OUTSIDE, {
    prepare: ({ body }) => payFromOutside(body),
    run: async ({ prepared }) => prepared,
  }),
  route(calls.invoiceFromOutside, OUTSIDE, {
    prepare: async ({ db, body }) => invoiceFromOutside(body.amount, await db.read(async (tx) => tx.now)),
    run: async ({ prepared }) => prepared,
  }),
  route(withdrawals.withdrawFromOutside, OUTSIDE, {
    prepare: ({ db, body }) => invoiceToCollect({ db }, body.code),
    run: async ({ tx, prepared }) => {
      await collect(tx, prepared);
      return { isCollected: true };
    },
  }),
  route(withdrawals.quoteLightningWithdrawal, PAY, async ({ tx, viewer, body }) => {
    await refuseWithoutLightning(tx, viewer);
    return priceWithdrawal(tx, viewer.userId, body.amount);
  }),
  route(withdrawals.openLightningWithdrawal, PAY, ({ tx, viewer, body }) =>
    beginWithdrawal(tx, viewer.userId, body.quote_id),
  ),
  // What comes back is not kept from anybody.
  route(
    withdrawals.cancelLightningWithdrawal,
    {
      ...HERE,
      rateLimit: "money",
      unrestricted: true,
      objects: { id: { kind: "ln_withdrawal", relations: ["owner"] } },
    },
    ({ tx, viewer, params }) => endWithdrawal(tx, viewer.userId, params.id),
  ),
  route(getStaffLightning, { ...staffMay("console", "read"), openWhen: "hasLightning" }, ({ tx }) =>
    viewStaffLightning(tx),
  ),
  route(calls.payLightning, PAY, ({ tx, viewer, body }) => payQuote(tx, viewer.userId, body.quote_id)),
];

async function refuseWithoutLightning(tx: ReadTx, { userId }: Viewer): Promise<void> {
  if (!(await isFlagOn(tx, { name: "isLightningEnabled", userId }))) throw new Refusal("request.not_found");
}
