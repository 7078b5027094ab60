/** Endpoints of trades. Starting and releasing are grouped: the calls of one moment share a transaction. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { sourceOf } from "#contract/people/sources.ts";
import { getHistoryTotals } from "#contract/market/trades/history-totals.ts";
import * as cards from "#contract/market/trades/card-trades.ts";
import * as receipts from "#contract/market/trades/receipts.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { actsAsStaff, type CommitGroup, route, type Viewer } from "../../platform/http/policy.ts";
import { mapAccepted } from "../../platform/postgres/outcomes.ts";
import { timezoneOf } from "../../people/accounts/index.ts";
import { settleCancelCode, showCancelCode } from "./moves/cancel-code.ts";
import { cancelTrade } from "./moves/cancel-trade.ts";
import { shareGiftCard } from "./gift-cards/share-gift-card.ts";
import { listActive, listTrades } from "./views/lists.ts";
import { historyTotals } from "./views/totals.ts";
import { markOwnerSeen, type TradeRow } from "./rows.ts";
import { type OpenCommand, openTrades } from "./start/open-trades.ts";
import { getReceipt } from "./views/receipt.ts";
import { reopenTrade } from "./moves/reopen-trade.ts";
import { givenIn } from "./moves/give-account.ts";
import { revealCode } from "./gift-cards/reveal-code.ts";
import { type TradeCommand, transitionTrade, transitionTrades } from "./moves/transition-trades.ts";
import { readTrade } from "./views/read-trade.ts";
import { viewTrade, viewTrades } from "./views/view-trade.ts";

const PARTY = { id: { kind: "trade", relations: ["buyer", "seller"] } } as const;
const READ = {
  auth: "session",
  rateLimit: "read",
  keyScope: "trades",
  objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
} as const;

/** Adds to each trade whose view is wanted; refusals stay as they are. */
async function viewsFor(
  tx: Tx,
  results: readonly (TradeRow | Refusal)[],
  viewers: readonly Viewer[],
): Promise<(TradeView | Refusal)[]> {
  const requests = results.map((trade, index) =>
    trade instanceof Refusal ? trade : { trade, viewerId: viewers[index]?.userId ?? 0n },
  );
  return mapAccepted(requests, (wanted) => viewTrades(tx, wanted));
}

// Starts and transitions lock in different orders and touch different trades: each group has its own queue.

const starts: CommitGroup<OpenCommand, TradeView> = {
  name: "starts of trades",
  run: async (tx, commands) =>
    viewsFor(
      tx,
      await openTrades(tx, commands),
      commands.map(({ starter }) => starter),
    ),
};

type ViewedCommand = { readonly command: TradeCommand; readonly viewer: Viewer };

const transitions: CommitGroup<ViewedCommand, TradeView> = {
  name: "transitions of trades",
  run: async (tx, asked) =>
    viewsFor(
      tx,
      await transitionTrades(
        tx,
        asked.map(({ command }) => command),
      ),
      asked.map(({ viewer }) => viewer),
    ),
};

type Step = "mark_paid" | "accept_gift_card" | "share_code" | "fallback";

/** A step of the usual way: decided together with whatever comes at the same moment. */
function step(endpoint: typeof calls.markTradePaid, verb: Step) {
  return route(endpoint, { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" } as const, {
    group: transitions,
    command: ({ viewer, params }) => ({ viewer, command: { hash: params.id, verb, userId: viewer.userId } }),
  });
}

function read(endpoint: typeof calls.getTrade | typeof calls.getTradeV1) {
  return route(endpoint, READ, ({ tx, viewer, params }) =>
    readTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: actsAsStaff(viewer) }),
  );
}

export const routes = [
  route(
    calls.startTrade,
    {
      auth: "session",
      rateLimit: "money",
      action: "start_trade",
      level: 1,
      closedToStaff: true,
      objects: { id: { kind: "offer", relations: ["anybody"] } },
    },
    {
      group: starts,
      command: ({ viewer, params, body, caller }) => ({
        offerHash: params.id,
        starter: viewer,
        ip: caller.ip,
        fiatAmount: body.fiat_amount,
        cryptoAmount: body.crypto_amount,
        expectedPrice: body.expected_price,
        expectedRevision: body.expected_revision,
        expectedCashback: body.expected_cashback,
        acceptChange: body.accept_change ?? false,
        accountId: body.account_id,
        source: sourceOf(body.source_id),
      }),
    },
  ),
  route(calls.revealPaymentDetails, { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" } as const, {
    group: transitions,
    command: ({ viewer, params, body }) => ({
      viewer,
      command: {
        hash: params.id,
        verb: "reveal_details" as const,
        userId: viewer.userId,
        input: { account: givenIn(body) },
      },
    }),
  }),
  step(calls.markTradePaid, "mark_paid"),
  step(cards.acceptGiftCard, "accept_gift_card"),
  step(cards.shareGiftCardCode, "share_code"),
  step(calls.fallbackTrade, "fallback"),
  route(
    cards.shareGiftCard,
    { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" },
    async ({ tx, viewer, params, body }) => {
      await shareGiftCard(tx, { hash: params.id, userId: viewer.userId, card: body.gift_card });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  ),
  // The answer has the code in it: it is kept under no key.
  route(
    cards.revealGiftCardCode,
    { auth: "session", rateLimit: "money", objects: PARTY, action: "pay", keepsNoAnswer: true },
    async ({ tx, viewer, params }) => {
      const { code } = await revealCode(tx, { hash: params.id, userId: viewer.userId });
      return { code, trade: await viewTrade(tx, { hash: params.id, viewerId: viewer.userId }) };
    },
  ),
  route(
    calls.releaseTrade,
    { auth: "session", rateLimit: "money", objects: PARTY, action: "release" },
    {
      group: transitions,
      command: ({ viewer, params }) => ({
        viewer,
        command: { hash: params.id, verb: "release", userId: viewer.userId },
      }),
    },
  ),
  read(calls.getTrade),
  read(calls.getTradeV1),
  route(
    calls.markTradeSeen,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: PARTY },
    async ({ tx, viewer, params }) => {
      await markOwnerSeen(tx, { hash: params.id, viewerId: viewer.userId });
      return readTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  ),
  route(
    calls.fundTrade,
    { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" },
    async ({ tx, viewer, params }) => {
      await transitionTrade(tx, { hash: params.id, verb: "fund", userId: viewer.userId });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  ),
  route(calls.cancelTrade, { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" } as const, {
    prepare: ({ db, verifier, viewer, caller, params, body }) =>
      showCancelCode({ db, verifier }, { viewer, caller, hash: params.id }, body ?? {}),
    run: async ({ tx, viewer, params, prepared }) => {
      const refusal = prepared && (await settleCancelCode(tx, prepared));
      if (refusal) return refusal;
      await cancelTrade(tx, { hash: params.id, userId: viewer.userId });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  }),
  route(
    calls.extendTrade,
    { auth: "session", rateLimit: "money", objects: PARTY, action: "pay" },
    async ({ tx, viewer, params, body }) => {
      const input = { minutes: body.minutes };
      await transitionTrade(tx, { hash: params.id, verb: "extend", userId: viewer.userId, input });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  ),
  route(
    calls.reopenTrade,
    {
      auth: "session",
      rateLimit: "money",
      action: "pay",
      objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
    },
    async ({ tx, viewer, params }) => {
      const asStaff = actsAsStaff(viewer);
      await reopenTrade(tx, { hash: params.id, userId: viewer.userId, isStaff: asStaff });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: asStaff });
    },
  ),
  route(calls.listActiveTrades, { auth: "session", rateLimit: "read", keyScope: "trades" }, ({ tx, viewer }) =>
    listActive(tx, { userId: viewer.userId }),
  ),
  route(calls.listTrades, { auth: "session", rateLimit: "read", keyScope: "trades" }, async ({ tx, viewer, query }) =>
    listTrades(tx, {
      userId: viewer.userId,
      page: Number(query?.page ?? 1),
      status: query?.status,
      role: query?.role,
      crypto: query?.crypto_currency_code,
      methodSlug: query?.payment_method,
      partner: query?.partner,
      days: { from: query?.start_date, until: query?.end_date, zone: await timezoneOf(tx, viewer.userId) },
      before: query?.before,
    }),
  ),
  route(
    getHistoryTotals,
    { auth: "session", rateLimit: "read", keyScope: "trades", mayLag: true },
    async ({ tx, viewer, query }) =>
      historyTotals(tx, {
        userId: viewer.userId,
        role: query?.role,
        crypto: query?.crypto_currency_code,
        methodSlug: query?.payment_method,
        partner: query?.partner,
        days: { from: query?.start_date, until: query?.end_date, zone: await timezoneOf(tx, viewer.userId) },
      }),
  ),
  route(
    receipts.getReceipt,
    { auth: "public", rateLimit: "read", objects: { invoiceUUID: { kind: "receipt", relations: ["anybody"] } } },
    ({ tx, params, query }) => getReceipt(tx, params.invoiceUUID, query?.locale),
  ),
];
