// Guards: in whatever order coins come, blocks are made and thrown away, and money is sent, what is credited is what
// the chain holds, every send-out is paid once, and the ledger's invariants hold after every scan.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createDepositAddress, createSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { accountOf, post } from "../ledger/index.ts";
import { type Person, walletWorld } from "../../testing/market/wallet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";
import { eachSeed, LEAST_ACCEPTED } from "../../testing/seeds.ts";

const world = await walletWorld();
if (world.hasBitcoin) await fundHouse(world.ownerPorts, { BTC: 2_000_000_000n, ETH: 0n, USDT: 0n });

const step = fc.tuple(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("deposit" as const), units: fc.bigInt(10_000n, 50_000_000n) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("mine" as const), blocks: fc.integer({ min: 1, max: 2 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("reorg" as const),
        depth: fc.integer({ min: 1, max: 4 }),
        isEmpty: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("send" as const) }) },
  ),
  // Whether the wallet looks at the chain after it.
  fc.boolean(),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const { node } = world.hasBitcoin ? world.bitcoin : { node: undefined };

/** Whether it was accepted: a send-out may be refused, what the chain does cannot. */
async function carryOut([one, doesLook]: Step, ada: Person & { address: string }): Promise<boolean> {
  if (!node) return false;
  let isAccepted = true;
  if (one.do === "deposit") await world.bitcoin.faucet?.giveUnits(ada.address, one.units);
  if (one.do === "mine") await world.mineBitcoin(one.blocks);
  if (one.do === "reorg") await reorganise(one.depth, one.isEmpty);
  if (one.do === "send") isAccepted = await send(ada);
  if (doesLook) {
    await Promise.all([world.scan(), world.pay()]);
    await world.scan();
    await agree(ada);
  }
  return isAccepted;
}

/** A longer branch takes the place of the newest blocks, with what waits or with nothing in it. */
async function reorganise(depth: number, isEmpty: boolean): Promise<void> {
  if (!node) return;
  const height = await node.height();
  await node.call("invalidateblock", [await node.blockHash(height - depth + 1)]);
  const away = await node.call<string>("getnewaddress");
  for (let block = 0; block <= depth; block++) {
    if (isEmpty) await node.call("generateblock", [away, []]);
    else await node.call("generatetoaddress", [1, away]);
  }
}

const AWAY = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

async function send({ client }: Person): Promise<boolean> {
  const quote = await client.call(quoteSendOut, { params: { code: "BTC" }, body: { address: AWAY, amount: "0.0001" } });
  if (quote.code === "ledger.insufficient_balance") return false;
  assert.equal(quote.code, "");
  const made = await client.call(createSendOut, { params: { code: "BTC" }, body: { quote_id: quote.data.id } });
  assert.ok(["", "wallet.on_hold"].includes(made.code), made.code);
  return made.code === "";
}

/** What the wallet says and what the chain says, deposit by deposit. */
async function agree({ userId }: Person): Promise<void> {
  if (!node) return;
  const { rows } = await world.owner.query(
    "select txid, status, units::text from deposits join wallet_addresses a on a.id = address_id where a.user_id = $1",
    [userId],
  );
  for (const { txid, status } of rows) {
    const confirmations = (await node.transaction(txid))?.confirmations ?? 0;
    if (confirmations === 0) assert.notEqual(status, "credited", `${txid} is credited and in no block`);
    if (confirmations >= 2) assert.equal(status, "credited", `${txid} is final and not credited`);
  }
  assert.ok((await world.available(userId, "BTC")) >= 0n);
  await world.assertBooks();
}

/** One history; returns how many of its steps were accepted. */
async function history(steps: readonly Step[]): Promise<number> {
  const person = await world.person();
  const { data } = await person.client.call(createDepositAddress, { params: { code: "BTC" } });
  const ada = { ...person, address: data.address };
  const beginning: Step[] = [
    [{ do: "deposit", units: 100_000_000n }, false],
    [{ do: "mine", blocks: 2 }, true],
  ];
  let accepted = 0;
  for (const one of [...beginning, ...steps]) if (await carryOut(one, ada)) accepted += 1;
  // Time passes, all withdrawals finish, and everything is final.
  for (let round = 0; round < 4; round++) {
    await world.moveClock(120_000);
    await world.scan();
    await world.pay();
    await world.mineBitcoin(2);
  }
  await world.scan();
  await agree(person);
  const open = await world.owner.query(
    "select hash, status from send_outs where user_id = $1 and status not in ('completed', 'cancelled')",
    [person.userId],
  );
  assert.deepEqual(open.rows, [], "every send-out has arrived");
  await emptyPockets(person);
  return accepted;
}

test("random histories of a chain", { timeout: 900_000 }, async (t) => {
  if (!world.hasBitcoin || !node) return t.skip("not run: no bitcoind");
  await eachSeed(t, { suite: "random-chain", fresh: Number(process.env.CHAINS ?? 1) }, async (seed) => {
    const [steps = []] = fc.sample(fc.array(step, { minLength: 10, maxLength: 25 }), { seed, numRuns: 1 });
    // Too few to count: there is no need to run them before others are drawn.
    if (steps.length + 2 < LEAST_ACCEPTED) return steps.length + 2;
    return history(steps);
  });
  const kinds = await world.owner.query(
    "select kind, count(*)::int as times from journals group by kind order by kind",
  );
  t.diagnostic(kinds.rows.map(({ kind, times }) => `${times} ${kind}`).join(", "));
});

/** The next history begins with the same coins: what is left goes to the operator. */
async function emptyPockets({ userId }: Person): Promise<void> {
  const units = await world.available(userId, "BTC");
  if (units === 0n) return;
  const postings = [{ from: accountOf.available(userId, "BTC"), to: accountOf.house("BTC", "inventory"), units }];
  await world.db.tx((tx) => post(tx, [{ kind: "test_return", subject: userId.toString(), postings }]));
}
