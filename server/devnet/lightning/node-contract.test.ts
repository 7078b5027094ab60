// Guards: a Lightning node does through our port what payments rely on. The nodes are those of development, or two of LND that the environment names:
// CONTRACT_LND and CONTRACT_LND_PEER, each `socket macaroon-in-hex cert-in-base64`, with a channel between them that carries some thousand satoshi each way.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  type LightningNode,
  type LndAccess,
  openLnd,
  type PaymentState,
  type SettledInvoice,
} from "../../platform/outside/chains/lightning-node.ts";
import type { LightningPair } from "./pair.ts";
import { pairForTests } from "./pair-for-tests.ts";

let pair: LightningPair | undefined;
let nodes: { readonly ours: LightningNode; readonly peer: LightningNode } | undefined;
const closing: (() => unknown)[] = [];

const named = (text: string | undefined): LndAccess | undefined => {
  const [socket, macaroon, cert] = text?.split(" ") ?? [];
  return socket && macaroon ? { socket, macaroon, cert } : undefined;
};

before(async () => {
  const [ours, peer] = [named(process.env.CONTRACT_LND), named(process.env.CONTRACT_LND_PEER)];
  if (ours && peer) {
    nodes = { ours: openLnd(ours), peer: openLnd(peer) };
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "parley-contract-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const opened = await pairForTests(folder);
  if (!opened) return;
  closing.push(() => opened.stop());
  pair = opened.pair;
  nodes = { ours: openLnd(pair.ours), peer: openLnd(pair.outside) };
});
after(async () => {
  for (const close of closing.reverse()) await close();
});

const A_THOUSAND = 1_000_000n;
const invoice = (node: LightningNode, msat: bigint, descriptionHash: string | null = null) =>
  node.createInvoice({ msat, memo: "contract", descriptionHash, expiresAt: new Date(Date.now() + 3_600_000) });
const pay = (node: LightningNode, bolt11: string, msat: bigint, isAmountless = false) =>
  node.pay({ bolt11, msat, isAmountless, maxFeeMsat: 10_000n });

async function ended(node: LightningNode, hash: string): Promise<PaymentState> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await node.lookUpPayment(hash);
    if (found.state === "settled" || found.state === "failed") return found;
    await new Promise((next) => setTimeout(next, 150));
  }
  throw new Error(`the payment ${hash} does not end`);
}

function isReceipt(end: PaymentState, hash: string): void {
  assert.equal(
    end.state,
    "settled",
    JSON.stringify(end, (_, value) => String(value)),
  );
  assert.ok(end.state === "settled");
  assert.equal(createHash("sha256").update(Buffer.from(end.preimage, "hex")).digest("hex"), hash);
}

test("an invoice reads as it was asked for, and is open until it is paid", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { ours, peer } = nodes;
  const made = await invoice(ours, A_THOUSAND);
  assert.deepEqual(await peer.decode(made.bolt11), { paymentHash: made.paymentHash, msat: A_THOUSAND });
  assert.equal(await ours.settled(made.paymentHash), undefined);
  const hashed = await invoice(ours, 0n, "ab".repeat(32));
  assert.deepEqual(await peer.decode(hashed.bolt11), { paymentHash: hashed.paymentHash, msat: 0n });
});

test("what is paid is settled on both sides, with a receipt, and is said again from its index on", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { ours, peer } = nodes;
  const made = await invoice(ours, A_THOUSAND);
  const heard: SettledInvoice[] = [];
  const stop = ours.followSettled(
    0n,
    (one) => heard.push(one),
    () => undefined,
  );
  await pay(peer, made.bolt11, A_THOUSAND);
  isReceipt(await ended(peer, made.paymentHash), made.paymentHash);
  const settled = await ours.settled(made.paymentHash);
  assert.equal(settled?.msat, A_THOUSAND);
  await until(() => heard.some(({ paymentHash }) => paymentHash === made.paymentHash));
  stop();
  const again: SettledInvoice[] = [];
  const before = (settled?.settleIndex ?? 0n) - 1n;
  // LND takes 0 for "from now on".
  if (before > 0n) {
    const end = ours.followSettled(
      before,
      (one) => again.push(one),
      () => undefined,
    );
    await until(() => again.length > 0);
    end();
    assert.equal(again[0]?.paymentHash, made.paymentHash);
  }
});

test("a hash is paid once, however often the call is made, and an amount is given where the invoice has none", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { ours, peer } = nodes;
  const made = await invoice(peer, 0n);
  const had = (await ours.state()).localMsat;
  await pay(ours, made.bolt11, A_THOUSAND, true);
  isReceipt(await ended(ours, made.paymentHash), made.paymentHash);
  await pay(ours, made.bolt11, A_THOUSAND, true);
  isReceipt(await ended(ours, made.paymentHash), made.paymentHash);
  const left = had - (await ours.state()).localMsat;
  assert.ok(left >= A_THOUSAND && left < A_THOUSAND + 10_000n, `${left}`);
  assert.equal((await peer.settled(made.paymentHash))?.msat, A_THOUSAND);
});

test("a canceled invoice and one that is too large fail for good, and nothing has left", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { ours, peer } = nodes;
  const had = (await ours.state()).localMsat;
  const gone = await invoice(peer, A_THOUSAND);
  await peer.cancelInvoice(gone.paymentHash);
  await pay(ours, gone.bolt11, A_THOUSAND);
  assert.equal((await ended(ours, gone.paymentHash)).state, "failed");
  const much = await invoice(peer, 4n * had);
  await pay(ours, much.bolt11, 4n * had);
  assert.equal((await ended(ours, much.paymentHash)).state, "failed");
  assert.equal((await ours.state()).localMsat, had);
});

test("what the node never heard of is unknown, and its state is whole", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { ours } = nodes;
  assert.deepEqual(await ours.lookUpPayment("11".repeat(32)), { state: "unknown" });
  assert.equal(await ours.settled("11".repeat(32)), undefined);
  const state = await ours.state();
  assert.match(state.nodeId, /^0[23][0-9a-f]{64}$/);
  assert.ok(state.channels > 0 && state.payableMsat > 0n && state.receivableMsat > 0n);
  assert.ok(state.payableMsat <= state.localMsat && state.receivableMsat <= state.remoteMsat);
  assert.equal(state.channelList.filter((one) => one.state === "active").length, state.channels);
  for (const { point, localMsat, remoteMsat, capacityMsat } of state.channelList) {
    assert.match(point, /^[0-9a-f]{64}:\d+$/);
    assert.ok(localMsat + remoteMsat <= capacityMsat);
  }
});

test("what a closed channel gives back is said until it is on the chain", async (t) => {
  if (!nodes || !pair) return t.skip("not run: another node, or no bitcoind");
  const { ours } = nodes;
  const { localMsat, closingMsat } = await ours.state();
  assert.equal(closingMsat, 0n, "a channel that is open gives nothing back");
  pair.nodes.ours.close("forced");
  const after = await ours.state();
  assert.deepEqual(
    [after.localMsat, after.channels, after.channelList.map(({ state }) => state)],
    [0n, 0, ["closing"]],
  );
  const fee = localMsat - after.closingMsat;
  assert.ok(fee >= 0n && fee < localMsat / 100n, `the fee of the chain is ${fee}`);
});

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    assert.ok(tries < 300, "it did not happen");
    await new Promise((next) => setTimeout(next, 30));
  }
}
