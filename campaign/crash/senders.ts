/** People who send ether away, each time to an address that nobody used before, while everything dies under them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Db } from "../../server/platform/db.ts";
import type { Anvil } from "../../server/devnet/anvil.ts";
import { openEthereumNode } from "../../server/platform/outside/ethereum-node.ts";
import { hotAddress } from "../../server/money/custody/addresses.ts";
import { getOpenRail } from "../../server/money/custody/rails.ts";
import { type Callers, insist, pause } from "./caller.ts";

const AMOUNT = "0.002";
const AMOUNT_WEI = 2_000_000_000_000_000n;

/** Where each acknowledged send-out was meant to go. */
export type Sent = Map<string, string>;

/** Deposits coins over the chain, as every user does; returns once they are credited. */
export async function fundSender(callers: Callers, { anvil, db, token }: { anvil: Anvil; db: Db; token: string }) {
  const address = (await insist(callers, token, "/rest/v2/wallet/ETH/addresses", {}))?.data.address;
  assert.equal(typeof address, "string");
  await anvil.faucet.giveWei(String(address), 3_000_000_000_000_000_000n);
  await until("a deposit is credited", async () => {
    const rows = await db.read(
      (tx) => tx.rows`
        select
        from deposits
        join wallet_addresses on wallet_addresses.id = deposits.address_id
        where wallet_addresses.address = ${String(address)} and deposits.status = 'credited'`,
    );
    return rows.length > 0;
  });
}

/** Gives the operator ether of its own before any user has some: it pays the gas of moving deposits together. */
export async function fundHouseGas({ anvil, db }: { anvil: Anvil; db: Db }): Promise<void> {
  let hot = "";
  await until("the rail is open", async () => {
    hot = await db.tx(async (tx) => (await hotAddress(tx, await getOpenRail(tx, "ethereum"))).address).catch(() => "");
    return hot !== "";
  });
  await anvil.faucet.giveWei(hot, 1_000_000_000_000_000_000n);
}

/** One person sends until everything is stopped. */
export async function sendOn(callers: Callers, token: string, sent: Sent): Promise<void> {
  while (!callers.stopped()) {
    const address = `0x${randomBytes(20).toString("hex")}`;
    const quote = await insist(callers, token, "/rest/v2/wallet/ETH/send-out-quotes", { address, amount: AMOUNT });
    if (quote?.status === 200) {
      const made = await insist(callers, token, "/rest/v2/wallet/ETH/send-outs", { quote_id: quote.data.id });
      if (made?.status === 200) sent.set(String(made.data.id), address);
    }
    await pause(700);
  }
}

type Paid = { subject: string; txid: string | null; status: string; destination: string; ends: number };

/** Waits until everything that was promised has left, then compares what was acknowledged, the ledger and the chain one by one. */
export async function assertSentOnce({ anvil, db, sent }: { anvil: Anvil; db: Db; sent: Sent }): Promise<number> {
  const open = () =>
    db.read(
      (tx) => tx.rows<{ hash: string; status: string }>`
        select hash, status
        from send_outs
        where status not in ('completed', 'failed', 'cancelled')`,
    );
  await until("every send-out has come to its end", async () => (await open()).length === 0);
  const paid = await db.read(
    (tx) => tx.rows<Paid>`
      select payment.subject, payment.txid, payment.status, send_out.destination,
        (select count(*)::int from journals
         where subject = send_out.hash and kind in ('send_out_settle', 'send_out_return')) as ends
      from send_outs send_out
      left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash`,
  );
  const bySubject = new Map(paid.map((row) => [row.subject, row]));
  for (const [hash, address] of sent)
    assert.equal(
      bySubject.get(hash)?.destination.toLowerCase(),
      address,
      `an acknowledged send-out is missing: ${hash}`,
    );
  const onChain = await transfersOn(anvil);
  for (const { subject, txid, status, destination, ends } of paid) {
    assert.equal(status, "completed", subject);
    assert.equal(ends, 1, `the ledger ends ${subject} once`);
    assert.deepEqual(onChain.get(destination.toLowerCase()), [{ txid, wei: AMOUNT_WEI }], "not sent exactly once");
  }
  return paid.length;
}

/** Every transaction of the chain by its receiver. */
async function transfersOn({ url }: Anvil): Promise<Map<string, { txid: string; wei: bigint }[]>> {
  const node = openEthereumNode({ url });
  const height = await node.height();
  const found = new Map<string, { txid: string; wei: bigint }[]>();
  for (let number = 0; number <= height; number++) {
    const block = (await node.call("eth_getBlockByNumber", [`0x${number.toString(16)}`, true])) as {
      transactions: { hash: string; to: string | null; value: string }[];
    };
    for (const { hash, to, value } of block.transactions) {
      const receiver = (to ?? "").toLowerCase();
      found.set(receiver, [...(found.get(receiver) ?? []), { txid: hash, wei: BigInt(value) }]);
    }
  }
  return found;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const lastMs = performance.now() + 90_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(250);
  }
}
