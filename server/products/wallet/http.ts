/** Endpoints of the wallet. */
import * as calls from "#contract/products/wallet/wallet.ts";
import { listWalletHistory } from "#contract/products/wallet/history.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, type Viewer } from "../../platform/http/policy.ts";
import { findUserById } from "../../people/accounts/index.ts";
import {
  addressKey,
  findDepositAddress,
  getSendOutFacts,
  giveDepositAddress,
  prepareDepositAddress,
  viewSendOut,
} from "../../money/custody/index.ts";
import { cancelSendOut } from "./send-outs/cancel-send-out.ts";
import { convert } from "./convert.ts";
import { createSendOut } from "./send-outs/create-send-out.ts";
import { listHistory } from "./history/list-history.ts";
import { listTransactions } from "./list-transactions.ts";
import { quoteConversion } from "./quote-conversion.ts";
import { quoteSendOut } from "./send-outs/quote-send-out.ts";
import { refuseUnlessAll } from "./leave-for-good.ts";
import { cancelBySendOutLink } from "./send-outs/links.ts";
import { viewBalances } from "./view-balances.ts";
import { viewWalletCurrencies, viewWalletRates } from "./view-currencies.ts";

const READ = { auth: "session", rateLimit: "read" } as const;
const READ_BY_KEY = { ...READ, keyScope: "wallet" } as const;
const SEND = { auth: "session", rateLimit: "money", action: "last_send_out", level: 1 } as const;
const CONVERT = { auth: "session", rateLimit: "money", action: "convert", level: 1 } as const;
const OWN_SEND_OUT = { id: { kind: "send_out", relations: ["owner"] } } as const;

export const routes = [
  route(calls.listWalletCurrencies, { auth: "public", rateLimit: "read" }, ({ tx }) => viewWalletCurrencies(tx)),
  route(calls.listWalletRates, { auth: "public", rateLimit: "read" }, async ({ tx, viewer, query }) =>
    viewWalletRates(tx, query.currency ?? (await fiatOf(tx, viewer))),
  ),
  route(calls.getWalletBalances, READ_BY_KEY, async ({ tx, viewer, query }) =>
    viewBalances(tx, { userId: viewer.userId, fiat: query.currency ?? (await fiatOf(tx, viewer)) }),
  ),
  route(
    calls.createDepositAddress,
    { auth: "session", rateLimit: "write", action: "receive", level: 1 },
    {
      prepare: ({ db, verifier, viewer, params }) =>
        prepareDepositAddress({ db, verifier }, { userId: viewer.userId, currency: params.code }),
      run: ({ tx, viewer, params, prepared }) =>
        giveDepositAddress(tx, { userId: viewer.userId, currency: params.code }, prepared),
    },
  ),
  route(calls.getDepositAddress, READ, {
    prepare: addressKey,
    run: ({ tx, viewer, params, prepared }) =>
      findDepositAddress(tx, { userId: viewer.userId, currency: params.code }, prepared),
  }),
  route(calls.quoteSendOut, SEND, async ({ tx, viewer, params, body }) => {
    await refuseUnlessAll(tx, { viewer, amount: body.amount });
    return quoteSendOut(tx, { userId: viewer.userId, fiat: await fiatOf(tx, viewer), currency: params.code, ...body });
  }),
  // What is not all of a coin the database refuses as it reserves.
  route(calls.createSendOut, SEND, async ({ tx, viewer, params, body }) => {
    await refuseUnlessAll(tx, { viewer, amount: "max" });
    return createSendOut(tx, { viewer, currency: params.code, quoteHash: body.quote_id });
  }),
  route(calls.getSendOut, { ...READ_BY_KEY, objects: OWN_SEND_OUT }, async ({ tx, viewer, params }) =>
    viewSendOut(await getSendOutFacts(tx, { userId: viewer.userId, hash: params.id })),
  ),
  route(
    calls.cancelSendOut,
    { auth: "session", rateLimit: "money", unrestricted: true, objects: OWN_SEND_OUT },
    ({ tx, viewer, params }) => cancelSendOut(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.cancelSendOutByLink, { auth: "public", rateLimit: "auth", openEverywhere: true }, ({ tx, body }) =>
    cancelBySendOutLink(tx, body.token),
  ),
  route(listWalletHistory, READ_BY_KEY, ({ tx, viewer, query }) => listHistory(tx, viewer.userId, query)),
  route(calls.listWalletTransactions, READ_BY_KEY, ({ tx, viewer, query }) =>
    listTransactions(tx, { userId: viewer.userId, page: Number(query.page ?? 1), code: query.code, type: query.type }),
  ),
  route(calls.quoteConversion, CONVERT, ({ tx, viewer, body }) =>
    quoteConversion(tx, { userId: viewer.userId, ...body }),
  ),
  route(calls.createConversion, CONVERT, ({ tx, viewer, body }) =>
    convert(tx, { userId: viewer.userId, quoteHash: body.quote_id }),
  ),
];

async function fiatOf(tx: ReadTx, viewer: Viewer | undefined): Promise<string> {
  return (viewer && (await findUserById(tx, viewer.userId))?.currency_code) ?? "USD";
}
