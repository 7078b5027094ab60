/** A market with something of every kind for the functions of money: what they may be called with, and what is right. */
import {
  aMarket,
  aPerson,
  aTrade,
  giveCoins,
  type TestApp,
  type TestMarket,
  testApp,
} from "../../server/testing/index.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { aDeposit, aQuote, goodCalls } from "./good/calls.ts";
import { type Ground, one, tradeId } from "./ground.ts";

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>;

export async function moneyWorld() {
  const app = await testApp();
  const market = await aMarket(app, { range_max: "100000" });
  await giveStock(app, market.seller.id);
  await openRails(app);
  const [running, released] = [await aTrade(market, "paid"), await aTrade(market, "released")];
  const ground = await groundOf(app, market, running);
  const trades = [await tradeId(ground, running), await tradeId(ground, released)];
  const deposit = await aDeposit(ground);
  const calls = callsOf(goodCalls(ground));
  return {
    app,
    market,
    /** A user of the market like others. */
    thief: (await aPerson(app)).id,
    pool: {
      ids: [...trades.map(({ id }) => id), String(market.seller.id), String(market.buyer.id), deposit],
      names: [
        ...[await aQuote(ground), running, released, `trade_release:${trades[0]?.id}:1`],
        `user:${market.seller.id}:BTC:available`,
      ],
      documents: trades.flatMap((trade) => oddMoves(market, trade)),
      good: Object.fromEntries(calls.map(({ name, good }) => [name, good])),
      /** The effect that each function must have had once in a meaningful run. */
      mustHappen: calls.flatMap(({ name, outcomes }) =>
        outcomes.length > 0 ? outcomes.map((outcome) => `${name} ${outcome}`) : [name],
      ),
      ground,
    },
  };
}

/** A key names the function, then the outcomes that its calls must have. */
function callsOf(declared: ReturnType<typeof goodCalls>) {
  return Object.entries(declared).map(([key, good]) => {
    const [name = "", ...outcomes] = key.split(" ");
    return { name, outcomes, good };
  });
}

async function groundOf(app: TestApp, market: TestMarket, running: string): Promise<Ground> {
  const address = await one<{ id: string }>(
    { app },
    `insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, attestation, created_at)
     values ('bitcoin', 0, 900, 'bcrt1qours', 'user', $1, 'BTC', 'the word of the signer', market_now()) returning id`,
    [market.buyer.id],
  );
  return { app, market, running, addressId: address.id };
}

async function giveStock({ db }: TestApp, userId: bigint): Promise<void> {
  await db.tx(async (tx) => {
    for (const code of ["BTC", "ETH", "USDT"] as const) {
      await giveCoins(tx, userId, code, 1_000_000_000_000n);
      const postings = [{ from: accountOf.chain(code), to: accountOf.house(code, "inventory"), units: 10n ** 13n }];
      await post(tx, [{ kind: "test_stock", subject: code, postings }]);
    }
  });
}

async function openRails({ owner }: TestApp): Promise<void> {
  for (const [chain, network] of [
    ["bitcoin", "regtest"],
    ["ethereum", "31337"],
  ])
    await owner.query(
      `insert into wallet_rails (chain, is_available, network, is_test, scanned_height, final_height)
       values ($1, true, $2, true, 100, 99)
       on conflict (chain) do update set is_available = true, scanned_height = 100, final_height = 99`,
      [chain, network],
    );
}

const STATUSES = ["released", "cancelled_buyer", "active_funded", "dispute_won_buyer", "expired", "paid"];

/** Moves of a real trade that are wrong in who, when or what, and some that are right. */
function oddMoves({ seller, buyer }: TestMarket, { id, version }: { id: string; version: number }): unknown[] {
  return STATUSES.flatMap((status) =>
    (["buyer", "seller", "clock", "platform", "moderator"] as const).map((actor) => [
      {
        ...{ id, version, actor, status, minutes: 20 },
        verb: { released: "release", expired: "expire", paid: "mark_paid" }[status] ?? "cancel",
        actor_id: actor === "clock" || actor === "platform" ? null : String(actor === "buyer" ? buyer.id : seller.id),
      },
    ]),
  );
}
