// Guards: the development node and Electrum, an implementation of Lightning that is not ours, agree on a channel, on payments both ways, and on what
// fails; the market's own adapter of nodes makes and pays our side.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { displayFromUnits } from "#contract/money/money.ts";
import { type PairForTests, pairForTests } from "../../server/devnet/lightning/pair-for-tests.ts";
import { openBitcoinNode } from "../../server/platform/outside/chains/bitcoin-node.ts";
import { type LightningNode, openLnd, type PaymentState } from "../../server/platform/outside/chains/lightning-node.ts";
import { type Electrum, startElectrum } from "./electrum.ts";
import { electrumProgram } from "./program.ts";
import { startElectrumServer } from "./server.ts";

/** Satoshi. */
const [CAPACITY, PUSHED, TOO_MUCH] = [5_000_000n, 2_000_000n, 4_500_000n];

type Sides = {
  readonly ours: LightningNode;
  readonly electrum: Electrum;
  /** Of the channel between the two. */
  readonly point: string;
  readonly net: PairForTests;
  /** Electrum anew, with the same wallet. */
  readonly start: () => Promise<Electrum>;
};

const closing: (() => unknown)[] = [];
let sides: Sides | undefined;
let notRun = "";

before(async () => {
  const opened = await open();
  if (typeof opened === "string") notRun = opened;
  else sides = opened;
});
after(async () => {
  for (const close of closing.reverse()) await close();
});

/** Why not, where this machine cannot have the programs. */
async function open(): Promise<Sides | string> {
  const program = await electrumProgram().catch((error: Error) => `not run: no Electrum: ${error.message}`);
  if (typeof program === "string") return program;
  const folder = mkdtempSync(join(tmpdir(), "parley-electrum-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const net = await pairForTests(folder);
  if (!net) return "not run: no bitcoind";
  closing.push(() => net.stop());
  const server = await startElectrumServer(openBitcoinNode({ url: net.bitcoinUrl }));
  closing.push(() => server.stop());
  const start = async () => {
    const electrum = await startElectrum({ program, folder: join(folder, "electrum"), serverPort: server.port });
    closing.push(() => electrum.stop());
    return electrum;
  };
  const [ours, electrum] = [openLnd(net.pair.ours), await start()];
  return { ours, electrum, point: await openChannel(net, { ours, electrum }), net, start };
}

async function openChannel(
  { pair, faucet }: PairForTests,
  { ours, electrum }: Pick<Sides, "ours" | "electrum">,
): Promise<string> {
  await faucet.giveUnits(await electrum.call("getunusedaddress"), 2n * CAPACITY);
  await faucet.mine(1);
  const confirmed = async () => (await electrum.call<{ confirmed: string }>("getbalance")).confirmed;
  await until("Electrum sees its coins", async () => (await confirmed()) === "0.1");
  const point = await electrum.call<string>("open_channel", {
    connection_string: `${pair.nodes.ours.id}@127.0.0.1:${await pair.nodes.ours.listen()}`,
    ...{ amount: bitcoin(CAPACITY), push_amount: bitcoin(PUSHED) },
  });
  await faucet.mine(3);
  await until("both use the channel", async () => {
    const channel = (await ours.state()).channelList.find((one) => one.point === point);
    return channel?.state === "active" && (await theirChannel(electrum)).state === "OPEN";
  });
  return point;
}

test("both sides of the channel say the same amounts", async (t) => {
  if (!sides) return t.skip(notRun);
  assert.deepEqual(await balances(sides), { ours: PUSHED, electrum: CAPACITY - PUSHED });
});

test("Electrum pays our invoice, and gets its preimage", async (t) => {
  if (!sides) return t.skip(notRun);
  const { ours, electrum } = sides;
  const had = await balances(sides);
  const made = await invoiceOfOurs(sides, 50_000n);
  const paid = await electrum.call<Paid>("lnpay", { invoice: made.bolt11 });
  assert.equal(paid.success, true);
  assert.equal(hashOf(paid.preimage ?? ""), made.paymentHash);
  assert.equal((await ours.settled(made.paymentHash))?.msat, 50_000_000n);
  assert.deepEqual(await balances(sides), { ours: had.ours + 50_000n, electrum: had.electrum - 50_000n });
  await assert.rejects(electrum.call("lnpay", { invoice: made.bolt11 }), /paid already/);
  assert.deepEqual(await balances(sides), { ours: had.ours + 50_000n, electrum: had.electrum - 50_000n });
});

test("our node pays Electrum's invoice once, however often the call is made", async (t) => {
  if (!sides) return t.skip(notRun);
  const had = await balances(sides);
  const made = await invoiceOfElectrum(sides, 10_000n);
  assert.deepEqual(await sides.ours.decode(made.bolt11), { paymentHash: made.paymentHash, msat: 10_000_000n });
  for (const _ of ["first", "again"]) {
    const end = await paidByOurs(sides, made, 10_000n);
    assert.ok(
      end.state === "settled",
      JSON.stringify(end, (_key, value) => String(value)),
    );
    assert.deepEqual([hashOf(end.preimage), end.feeMsat], [made.paymentHash, 0n]);
  }
  assert.deepEqual(await balances(sides), { ours: had.ours - 10_000n, electrum: had.electrum + 10_000n });
});

test("more than a side has finds no route, and nothing leaves", async (t) => {
  if (!sides) return t.skip(notRun);
  const had = await balances(sides);
  const end = await paidByOurs(sides, await invoiceOfElectrum(sides, TOO_MUCH), TOO_MUCH);
  assert.deepEqual(end, { state: "failed", why: "no_route" });
  const made = await invoiceOfOurs(sides, TOO_MUCH);
  assert.equal((await sides.electrum.call<Paid>("lnpay", { invoice: made.bolt11 })).success, false);
  assert.equal(await sides.ours.settled(made.paymentHash), undefined);
  assert.deepEqual(await balances(sides), had);
});

test("a canceled invoice of either side is refused, and what was sent comes back", async (t) => {
  if (!sides) return t.skip(notRun);
  const { ours, electrum } = sides;
  const had = await balances(sides);
  const made = await invoiceOfOurs(sides, 5000n);
  await ours.cancelInvoice(made.paymentHash);
  const { success, log } = await electrum.call<Paid>("lnpay", { invoice: made.bolt11 });
  assert.equal(success, false);
  assert.match(JSON.stringify(log), /INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS/);
  const theirs = await invoiceOfElectrum(sides, 5000n);
  await electrum.call("delete_request", { request_id: theirs.id });
  assert.deepEqual(await paidByOurs(sides, theirs, 5000n), { state: "failed", why: "rejected" });
  assert.deepEqual(await balances(sides), had);
});

test("a payment to Electrum fails while it is away, and it takes the channel up again", async (t) => {
  if (!sides) return t.skip(notRun);
  const { ours, point, start } = sides;
  const had = await balances(sides);
  const made = await invoiceOfElectrum(sides, 7000n);
  await sides.electrum.stop();
  const isActive = async () => (await ours.state()).channelList.find((one) => one.point === point)?.state === "active";
  await until("our node sees it go", async () => !(await isActive()));
  assert.equal((await paidByOurs(sides, made, 7000n)).state, "failed");
  sides = { ...sides, electrum: await start() };
  await until("both use the channel again", isActive);
  assert.deepEqual(await balances(sides), had);
  const again = await invoiceOfElectrum(sides, 7000n);
  assert.equal((await paidByOurs(sides, again, 7000n)).state, "settled");
  assert.deepEqual(await balances(sides), { ours: had.ours - 7000n, electrum: had.electrum + 7000n });
});

test("a channel that Electrum closes gives our side back to the satoshi", async (t) => {
  if (!sides) return t.skip(notRun);
  const { ours, electrum, point, net } = sides;
  const had = await balances(sides);
  const txid = await electrum.call<string>("close_channel", { channel_point: point });
  const closingUnits = async () => (await ours.state()).closingMsat / 1000n;
  await until("our node has closed it too", async () => (await closingUnits()) === had.ours);
  const transaction = await openBitcoinNode({ url: net.bitcoinUrl }).transaction(txid);
  assert.equal(transaction?.outputs.filter(({ units }) => units === had.ours).length, 1);
  await net.faucet.mine(6);
  await until("it is on the chain", async () => (await closingUnits()) === 0n);
});

type Paid = { readonly success: boolean; readonly preimage: string | null; readonly log: unknown };
type TheirChannel = {
  readonly state: string;
  readonly local_balance: number;
  readonly local_unsettled_sent: number;
  readonly remote_unsettled_sent: number;
};

const bitcoin = (satoshi: bigint) => displayFromUnits(satoshi, 8);
const hashOf = (preimage: string) => createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");

async function theirChannel(electrum: Electrum): Promise<TheirChannel> {
  const [channel] = await electrum.call<TheirChannel[]>("list_channels");
  assert.ok(channel);
  return channel;
}

/** Satoshi of each side in the channel, once nothing is on its way. */
async function balances({ ours, electrum, point }: Sides): Promise<{ ours: bigint; electrum: bigint }> {
  await until("nothing is on its way", async () => {
    const { local_unsettled_sent: out, remote_unsettled_sent: back } = await theirChannel(electrum);
    return out + back === 0 && (await ours.state()).inFlightMsat === 0n;
  });
  const channel = (await ours.state()).channelList.find((one) => one.point === point);
  const theirs = BigInt((await theirChannel(electrum)).local_balance);
  assert.equal(channel?.remoteMsat, theirs * 1000n);
  return { ours: (channel?.localMsat ?? 0n) / 1000n, electrum: theirs };
}

const invoiceOfOurs = ({ ours }: Sides, satoshi: bigint) =>
  ours.createInvoice({
    ...{ msat: satoshi * 1000n, memo: "interop", descriptionHash: null },
    expiresAt: new Date(Date.now() + 3_600_000),
  });

async function invoiceOfElectrum({ electrum }: Sides, satoshi: bigint) {
  const asked = { amount: bitcoin(satoshi), memo: "interop", force: true };
  const made = await electrum.call<{ lightning_invoice: string; rhash: string; request_id: string }>(
    "add_request",
    asked,
  );
  return { bolt11: made.lightning_invoice, paymentHash: made.rhash, id: made.request_id };
}

type Payable = { readonly bolt11: string; readonly paymentHash: string };

async function paidByOurs({ ours }: Sides, { bolt11, paymentHash }: Payable, satoshi: bigint): Promise<PaymentState> {
  await ours.pay({ bolt11, msat: satoshi * 1000n, isAmountless: false, maxFeeMsat: 1000n });
  let end = await ours.lookUpPayment(paymentHash);
  await until("the payment ends", async () => {
    end = await ours.lookUpPayment(paymentHash);
    return end.state === "settled" || end.state === "failed";
  });
  return end;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 300, `it did not happen: ${what}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
