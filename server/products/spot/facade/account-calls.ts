/** What the owner of a key reads of themselves: balances, fees and trades. */
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import { balancesOf } from "../../../money/ledger/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { getMarket } from "../market-rows.ts";
import type { OwnAsked, OwnCall } from "./call.ts";
import { ownTradesOf } from "./facade-rows.ts";
import { idOf, ownTradeShape } from "./order-shapes.ts";

export const ACCOUNT_CALLS: readonly OwnCall[] = [
  {
    ...{ method: "GET", path: "/api/v3/account", security: "read", weight: 20 },
    params: ["omitZeroBalances"],
    run: account,
  },
  {
    ...{ method: "GET", path: "/api/v3/myTrades", security: "read", weight: 20 },
    params: ["symbol", "orderId", "startTime", "endTime", "fromId", "limit"],
    run: myTrades,
  },
];

function account({ db, key, params }: OwnAsked): Promise<unknown> {
  const omitsZero = params.oneOf("omitZeroBalances", ["true", "false"]) === "true";
  const { viewer } = key;
  return db.read(async (tx) => {
    const [balances, fees] = await Promise.all([
      balancesOf(tx, viewer.userId),
      readSettings(tx, ["spot.maker_bp", "spot.taker_bp"]),
    ]);
    const [maker, taker] = [fees["spot.maker_bp"], fees["spot.taker_bp"]];
    const rate = (bp: number) => (bp / 10_000).toFixed(8);
    const shown = CRYPTO_CODES.map((code) => {
      const text = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
      const { availableUnits, spotUnits } = balances[code];
      return { asset: code, free: text(availableUnits), locked: text(spotUnits) };
    });
    return {
      ...{ makerCommission: maker, takerCommission: taker, buyerCommission: 0, sellerCommission: 0 },
      commissionRates: { maker: rate(maker), taker: rate(taker), buyer: rate(0), seller: rate(0) },
      // A key trades, and moves no coins in or out.
      ...{ canTrade: viewer.restrictions.length === 0, canWithdraw: false, canDeposit: false },
      ...{ brokered: false, requireSelfTradePrevention: false, preventSor: false },
      ...{ updateTime: tx.now.getTime(), accountType: "SPOT" },
      balances: omitsZero ? shown.filter(({ free, locked }) => free !== "0" || locked !== "0") : shown,
      permissions: ["SPOT"],
    };
  });
}

function myTrades({ db, key, params }: OwnAsked): Promise<unknown> {
  const symbol = params.mustSymbol();
  const [number, fromId] = [params.whole("orderId"), params.whole("fromId")];
  const page = {
    ...{ orderId: number === undefined ? undefined : idOf(number), limit: params.limit(500, 1000) },
    ...{ fromId: fromId === undefined ? undefined : BigInt(fromId) },
    ...{ from: params.time("startTime"), to: params.time("endTime") },
  };
  return db.read(async (tx) => {
    const market = await getMarket(tx, symbol);
    const rows = await ownTradesOf(tx, { userId: key.viewer.userId, market: symbol, ...page });
    return rows.map((row) => ownTradeShape(market, symbol, row));
  });
}
