// Guards: a replay begins at the last verified snapshot, finds a log or a snapshot that gives another book, and needs no command
// before; commands go after a month, never those that a replay needs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkInvariants } from "../../money/ledger/index.ts";
import { testApp, type TestPerson } from "../../testing/index.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../testing/market/spot.ts";
import { SPOT_CHECKS } from "./invariants.ts";
import { openMatching } from "./matching/match-market.ts";
import { keepSnapshot } from "./matching/snapshot-rows.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const MARKET = "BTC-USDT";
let maker: TestPerson;
let taker: TestPerson;
before(async () => {
  await openSpotMarkets(app);
  [maker, taker] = [await aSpotTrader(app), await aSpotTrader(app)];
});

const broken = async () => (await db.tx((tx) => checkInvariants(tx, SPOT_CHECKS))).map(({ detail }) => detail);

async function trade(): Promise<void> {
  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.002" });
  await order(app, taker, { type: "limit", side: "buy", price: "100000", amount: "0.001" });
  const two = {
    side: "sell",
    price: "102000",
    stop_price: "98000",
    stop_limit_price: "97000",
    amount: "0.001",
  } as const;
  await order(app, maker, { type: "oco", ...two });
}

/** As the market process does; the number of the snapshot. */
async function snapshot(): Promise<bigint> {
  await matchSpot(app);
  const { epoch, appliedSeq: seq, book } = await openMatching(dbs.market, MARKET);
  await dbs.market.tx((tx) => keepSnapshot(tx, { market: MARKET, epoch, seq, digest: book.digest() }, tx.now));
  return seq;
}

const kept = async () =>
  (
    await owner.query(
      "select seq::int as seq, book is not null as whole, verified_at is not null as verified from spot_snapshots where market = $1 order by seq",
      [MARKET],
    )
  ).rows;
const firstCommand = async () =>
  (await owner.query("select min(seq)::int as seq from spot_commands where market = $1", [MARKET])).rows[0].seq;
const age = (seq: bigint) =>
  owner.query("update spot_snapshots set at = at - interval '31 days' where market = $1 and seq = $2", [MARKET, seq]);
const erase = () => owner.query("select erase_old_spot_commands(1000)");

test("a log is replayed from its last verified snapshot, and commands before it go after a month", async () => {
  await trade();
  const first = await snapshot();
  await trade();
  const second = await snapshot();
  assert.deepEqual(await kept(), [
    { seq: Number(first), whole: true, verified: false },
    { seq: Number(second), whole: false, verified: false },
  ]);
  await age(first);
  await erase();
  assert.equal(await firstCommand(), 1, "what no replay has verified keeps its commands");
  await app.runJob("verify-spot-snapshots");
  assert.deepEqual((await kept())[0], { seq: Number(first), whole: true, verified: true });
  await erase();
  assert.equal(await firstCommand(), Number(first) + 1);
  assert.deepEqual(await broken(), [], "the log before is not needed");

  // A day later there is a whole one again, reached by the replay from the one before.
  await trade();
  const third = await snapshot();
  await app.runJob("verify-spot-snapshots");
  assert.deepEqual((await kept()).at(-1), { seq: Number(third), whole: true, verified: true });
  await erase();
  assert.equal(await firstCommand(), Number(first) + 1, "a younger one does not count yet");
});

test("a snapshot that was changed, a command that is gone and a digest that is wrong are found", async () => {
  await trade();
  await snapshot();
  const planted: [sql: string, says: RegExp][] = [
    [
      "update spot_snapshots set book = jsonb_set(book, '{orders,0,lots}', '7') where verified_at is not null",
      /^the snapshot of BTC-USDT at \d+ is another book$/,
    ],
    [
      "delete from spot_commands where market = 'BTC-USDT' and seq = (select max(seq) from spot_snapshots where market = 'BTC-USDT') - 1",
      /^the log of BTC-USDT has no command \d+$/,
    ],
    [
      "update spot_snapshots set digest = repeat('0', 64) where seq = (select max(seq) from spot_snapshots)",
      /^the log of BTC-USDT gives another book at \d+$/,
    ],
  ];
  for (const [sql, says] of planted) {
    const undone = new Error("only tried");
    await db
      .tx(async (tx) => {
        await tx.rows([sql] as unknown as TemplateStringsArray);
        const [fault] = await checkInvariants(tx, SPOT_CHECKS);
        assert.match(fault?.detail ?? "", says);
        throw undone;
      })
      .catch((error: unknown) => assert.equal(error, undone));
  }
  assert.deepEqual(await broken(), []);
});
