// Promise: a quote and a balance are each spent once, however many ask at the same moment. On a real Ethereum node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSendOut, quoteSendOut } from "#contract/wallet.ts";
import { giveCoins } from "../../testing/offers.ts";
import { type Person, walletWorld } from "../../testing/wallet.ts";

const world = await walletWorld();
const AWAY = "0x000000000000000000000000000000000000bEEF";

async function aHolder(units: bigint): Promise<Person> {
  const person = await world.person();
  await world.db.tx((tx) => giveCoins(tx, person.userId, "ETH", units));
  return person;
}

async function quote({ client }: Person, amount: string): Promise<string> {
  const answer = await client.call(quoteSendOut, { params: { code: "ETH" }, body: { address: AWAY, amount } });
  assert.equal(answer.code, "");
  return answer.data.id;
}

const take = async ({ client }: Person, id: string) =>
  (await client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id: id } })).code;

test("two send-outs of one balance at once: one wins, the other is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const ada = await aHolder(60_000_000n);
    const quotes = [await quote(ada, "0.03"), await quote(ada, "0.03")];
    const codes = await Promise.all(quotes.map((id) => take(ada, id)));
    assert.deepEqual(codes.sort(), ["", "ledger.insufficient_balance"]);
    const left = (await world.available(ada.userId, "ETH")) + (await world.held(ada.userId, "ETH"));
    assert.equal(left, 60_000_000n);
  }
});

test("a quote is taken once, by its owner, within its minute", async () => {
  const [ada, eve] = [await aHolder(1_000_000_000n), await aHolder(1_000_000_000n)];
  const first = await quote(ada, "0.01");
  assert.equal(await take(eve, first), "wallet.quote_unknown");
  const codes = await Promise.all(Array.from({ length: 8 }, () => take(ada, first)));
  assert.equal(codes.filter((code) => code === "").length, 1);
  assert.ok(
    codes.every((code) => code === "" || code === "wallet.quote_taken"),
    codes.join(),
  );
  assert.equal(await take(ada, first), "wallet.quote_taken");
  const late = await quote(ada, "0.01");
  await world.moveClock(61_000);
  assert.equal(await take(ada, late), "wallet.quote_expired");
});
