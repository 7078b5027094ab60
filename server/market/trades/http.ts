/** Endpoints of trades. Starting and releasing are grouped: the calls of one moment share a transaction. */
import { Refusal } from "#contract/refusals.ts";
import * as calls from "#contract/trades.ts";
import type { TradeView } from "#contract/trades.ts";
import type { Tx } from "../../platform/db.ts";
import { groupRoute, type Policy, route, type Viewer } from "../../platform/http/policy.ts";
import { viewOffer } from "../listing/index.ts";
import { cancelTrade } from "./cancel-trade.ts";
import { extendTrade } from "./extend-trade.ts";
import { fundTrade } from "./fund-trade.ts";
import { listActive, listTrades } from "./lists.ts";
import { paidOf } from "./mark-paid.ts";
import { noteOwnerSeen } from "./note-owner-seen.ts";
import { type MoveCommand, moveTrades } from "./move-trade.ts";
import { type OpenCommand, openTrades } from "./open-trades.ts";
import { getReceipt } from "./receipt.ts";
import { releaseOf } from "./release-trades.ts";
import { reopenTrade } from "./reopen-trade.ts";
import { revealOf } from "./reveal-details.ts";
import type { TradeRow } from "./rows.ts";
import { viewTrade, viewTrades } from "./view-trade.ts";

/** Starts and moves lock in different orders of things and touch different trades: each has its own queue. */
const STARTS = "starts";
const MOVES = "moves";
const PARTY = { id: { kind: "trade", relations: ["buyer", "seller"] } } as const;
const READ = {
  auth: "session",
  rate: "read",
  objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
} as const;

function isStaff(viewer: Viewer): boolean {
  return viewer.roles.length > 0;
}

/** The views of a group's outcomes; refusals stay as they are. */
async function viewsOf(
  tx: Tx,
  outcomes: readonly (TradeRow | Refusal)[],
  viewers: readonly Viewer[],
): Promise<(TradeView | Refusal)[]> {
  const done = outcomes.flatMap((trade, index) =>
    trade instanceof Refusal ? [] : [{ trade, viewerId: viewers[index]?.userId ?? 0n }],
  );
  const views = await viewTrades(tx, done);
  let next = 0;
  return outcomes.map((outcome) => (outcome instanceof Refusal ? outcome : (views[next++] as TradeView)));
}

type Verb = (tx: Tx, input: { hash: string; userId: bigint }) => Promise<TradeRow>;

function act(endpoint: typeof calls.markTradePaid, action: Policy["action"], verb: Verb) {
  const policy = { auth: "session", rate: "money", objects: PARTY, ...(action ? { action } : {}) } as const;
  return route(endpoint, policy, async ({ tx, viewer, params }) => {
    await verb(tx, { hash: params.id, userId: viewer.userId });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
  });
}

async function runStarts(tx: Tx, commands: readonly OpenCommand[]): Promise<(TradeView | Refusal)[]> {
  const outcomes = await openTrades(tx, commands);
  return viewsOf(
    tx,
    outcomes,
    commands.map(({ starter }) => starter),
  );
}

type AskedMove = { readonly move: MoveCommand; readonly viewer: Viewer };

/** All the moves of the usual road, whichever they are, are decided and carried out together. */
async function runMoves(tx: Tx, asked: readonly AskedMove[]): Promise<(TradeView | Refusal)[]> {
  const outcomes = await moveTrades(
    tx,
    asked.map(({ move }) => move),
  );
  return viewsOf(
    tx,
    outcomes,
    asked.map(({ viewer }) => viewer),
  );
}

type MoveMaker = (input: { hash: string; userId: bigint; sessionId: bigint }) => MoveCommand;

function move(
  endpoint: typeof calls.markTradePaid | typeof calls.releaseTrade,
  action: "pay" | "release",
  make: MoveMaker,
) {
  return groupRoute(endpoint, { auth: "session", rate: "money", objects: PARTY, action } as const, {
    lane: MOVES,
    command: ({ viewer, params }) => ({
      move: make({ hash: params.id, userId: viewer.userId, sessionId: viewer.sessionId }),
      viewer,
    }),
    run: runMoves,
  });
}

function read(endpoint: typeof calls.getTrade) {
  return route(endpoint, READ, async ({ tx, viewer, params }) => {
    await noteOwnerSeen(tx, { hash: params.id, viewerId: viewer.userId });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: isStaff(viewer) });
  });
}

export const routes = [
  groupRoute(
    calls.startTrade,
    {
      auth: "session",
      rate: "money",
      action: "start_trade",
      level: 1,
      objects: { id: { kind: "offer", relations: ["anybody"] } },
    },
    {
      lane: STARTS,
      command: ({ viewer, params, body, caller }) => ({
        offerHash: params.id,
        starter: viewer,
        ip: caller.ip,
        fiatAmount: body.fiat_amount,
        cryptoAmount: body.crypto_amount,
        expectedPrice: body.expected_price,
        expectedRevision: body.expected_revision,
        acceptChange: body.accept_change ?? false,
      }),
      run: runStarts,
    },
  ),
  move(calls.revealPaymentDetails, "pay", revealOf),
  move(calls.markTradePaid, "pay", paidOf),
  move(calls.releaseTrade, "release", releaseOf),
  read(calls.getTrade),
  read(calls.getTradeV1 as unknown as typeof calls.getTrade),
  route(calls.getTradeOffer, READ, async ({ tx, viewer, params }) => {
    const trade = await viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: isStaff(viewer) });
    return viewOffer(tx, { hash: trade.offer.hash, viewer });
  }),
  act(calls.fundTrade, "pay", fundTrade),
  route(calls.cancelTrade, { auth: "session", rate: "money", objects: PARTY }, async ({ tx, viewer, params }) => {
    await cancelTrade(tx, { hash: params.id, userId: viewer.userId });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
  }),
  route(calls.extendTrade, { auth: "session", rate: "money", objects: PARTY }, async ({ tx, viewer, params, body }) => {
    await extendTrade(tx, { hash: params.id, userId: viewer.userId, minutes: body.minutes });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
  }),
  route(
    calls.reopenTrade,
    {
      auth: "session",
      rate: "money",
      action: "pay",
      objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
    },
    async ({ tx, viewer, params }) => {
      const asStaff = isStaff(viewer);
      await reopenTrade(tx, { hash: params.id, userId: viewer.userId, ...(asStaff ? { as: "moderator" } : {}) });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: asStaff });
    },
  ),
  route(calls.listActiveTrades, { auth: "session", rate: "read" }, ({ tx, viewer }) =>
    listActive(tx, { userId: viewer.userId }),
  ),
  route(calls.listTrades, { auth: "session", rate: "read" }, ({ tx, viewer, query }) =>
    listTrades(tx, {
      userId: viewer.userId,
      page: Number(query?.page ?? 1),
      status: query?.status,
      role: query?.role,
      crypto: query?.crypto_currency_code,
      methodSlug: query?.payment_method,
      partner: query?.partner,
    }),
  ),
  route(
    calls.getReceipt,
    { auth: "public", rate: "read", objects: { invoiceUUID: { kind: "receipt", relations: ["anybody"] } } },
    ({ tx, params }) => getReceipt(tx, params.invoiceUUID),
  ),
];
