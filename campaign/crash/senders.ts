/** People who send coins away, each time to an address that nobody used before, while everything dies under them. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { type Actor, type Callers, insist, pause, prove } from "./caller.ts";
import type { Node } from "./nodes.ts";

/** Where each acknowledged send-out was meant to go. */
export type Sent = Map<string, string>;

type Deposit = { readonly node: Node; readonly db: Db; readonly code: CryptoCode; readonly units: bigint };

/** Deposits coins over the chain, as every user does; returns once they are credited. */
export async function deposit(callers: Callers, person: Actor, { node, db, code, units }: Deposit): Promise<void> {
  const address = (await insist(callers, person, `/rest/v2/wallet/${code}/addresses`))?.data.address;
  assert.equal(typeof address, "string");
  await node.give(code, String(address), units);
  let seen: unknown;
  await until(
    "a deposit is credited",
    async () => {
      const rows = await db.read(
        (tx) => tx.rows<{ status: string }>`
          select deposits.status, deposits.block_height, wallet_rails.scanned_height, wallet_rails.reason_code
          from deposits
          join wallet_addresses on wallet_addresses.id = deposits.address_id
          join wallet_rails on wallet_rails.chain = deposits.chain
          where wallet_addresses.address = ${String(address)}`,
      );
      seen = rows;
      return rows.some(({ status }) => status === "credited");
    },
    () => seen,
  );
}

/** One person sends until everything is stopped. */
export async function sendOn(
  callers: Callers,
  person: Actor,
  { node, code, sent }: { node: Node; code: CryptoCode; sent: Sent },
): Promise<void> {
  while (!callers.stopped()) {
    const address = node.freshAddress();
    const wish = { address, amount: node.amount };
    const quote = await insist(callers, person, `/rest/v2/wallet/${code}/send-out-quotes`, wish);
    if (quote?.status === 200) {
      const { id, amount, fee, address: to } = quote.data as Record<string, string>;
      const sendOut = { cryptoCurrencyCode: code, amount: String(amount), fee: String(fee), address: String(to) };
      await prove(callers, person, { wanted: { kind: "send_out", id: String(id) }, sendOut });
      const made = await insist(callers, person, `/rest/v2/wallet/${code}/send-outs`, { quote_id: quote.data.id });
      if (made?.status === 200) sent.set(String(made.data.id), address);
    }
    await pause(700);
  }
}

type Paid = {
  hash: string;
  currency: CryptoCode;
  txid: string | null;
  status: string;
  destination: string;
  ends: number;
};

/** Waits until everything that was promised has left, then compares what was acknowledged, the ledger and the chains one by one. */
export async function assertSentOnce(
  nodes: Partial<Record<CryptoCode, Node | undefined>>,
  { db, sent }: { db: Db; sent: Sent },
): Promise<number> {
  const open = () =>
    db.read(
      (tx) => tx.rows`
        select hash, status
        from send_outs
        where status not in ('completed', 'failed', 'cancelled')`,
    );
  await until("every send-out has come to its end", async () => (await open()).length === 0);
  const paid = await db.read(
    (tx) => tx.rows<Paid>`
      select send_out.hash, send_out.currency, payment.txid, payment.status, send_out.destination,
        (select count(*)::int from journals
         where subject = send_out.hash and kind in ('send_out_settle', 'send_out_return')) as ends
      from send_outs send_out
      left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash`,
  );
  const byHash = new Map(paid.map((row) => [row.hash, row]));
  for (const [hash, address] of sent)
    assert.equal(byHash.get(hash)?.destination.toLowerCase(), address, `an acknowledged send-out is missing: ${hash}`);
  for (const [code, node] of Object.entries(nodes)) {
    if (!node) continue;
    const arrived = await node.arrived();
    for (const { hash, txid, status, destination, ends } of paid.filter(({ currency }) => currency === code)) {
      assert.equal(status, "completed", hash);
      assert.equal(ends, 1, `the ledger ends ${hash} once`);
      const there = arrived.get(destination.toLowerCase());
      assert.deepEqual(there, [{ txid, units: node.amountUnits }], "not sent exactly once");
    }
  }
  return paid.length;
}

export async function until(what: string, isSo: () => Promise<boolean>, seen?: () => unknown): Promise<void> {
  const lastMs = performance.now() + 90_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what} ${seen ? inspect(seen()) : ""}`);
    await pause(250);
  }
}
