// Guards: while the market, the database and two real Lightning nodes are killed, people are paid and pay over Lightning; each payment is credited once,
// each leaves once, and the node's balance is what the ledger says.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openBitcoinFaucet } from "../../server/devnet/bitcoin-faucet.ts";
import { type Bitcoind, startBitcoind } from "../../server/devnet/bitcoind/bitcoind.ts";
import { bitcoindForTests } from "../../server/devnet/bitcoind/for-tests.ts";
import { freePort } from "../../server/devnet/child.ts";
import { READY_FILE, type StartedLightning, startLightning } from "../../server/devnet/lightning/start.ts";
import { accountOf } from "../../server/money/ledger/index.ts";
import { checkBooks } from "../../server/staff/console/index.ts";
import type { LightningNode } from "../../server/platform/outside/chains/lightning-node.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { useSealingSecret } from "../../server/platform/sealed.ts";
import { testLog } from "../../server/testing/index.ts";
import { playRecordedRates } from "../../server/money/rates/index.ts";
import { type Actor, type AnswerBody, type Callers, insist, pause, prove } from "./caller.ts";
import { anActor, fundHouse, gift, makeDatabase } from "./people.ts";
import { startProcesses } from "./processes.ts";
import { until } from "./senders.ts";

const EACH_WAY = Number(process.env.PAYMENTS ?? 40);
const LANES = 4;
const KILLED = ["market", "nodes", "market", "database", "nodes", "market"] as const;
const SATOSHI = 1000n;
const AMOUNT = "0.00001";
const SENDER_UNITS = 10_000_000n;
const SECRET_TEXT = "a secret of more than thirty-two characters";

/** Ends the loops of people, also where the test has failed. */
let isOver = false;
async function rest(milliseconds: number): Promise<void> {
  await pause(milliseconds);
  if (isOver) throw new Error("the test is over");
}

const folder = mkdtempSync(join(tmpdir(), "parley-lightning-crash-"));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
after(async () => {
  isOver = true;
  for (const close of closing.reverse()) await close();
});
useSealingSecret(createHash("sha256").update(SECRET_TEXT).digest());

type Nodes = {
  readonly started: StartedLightning;
  readonly file: string;
  readonly bitcoind: Bitcoind;
  readonly faucet: Awaited<ReturnType<typeof openBitcoinFaucet>>;
};

async function openNodes(): Promise<Nodes | undefined> {
  const binary = await bitcoindForTests();
  if (!binary) return undefined;
  const bitcoin = join(folder, "bitcoin");
  mkdirSync(bitcoin);
  const bitcoind = await startBitcoind({ binary, dataDir: bitcoin });
  closing.push(() => bitcoind.stop());
  const faucet = await openBitcoinFaucet({ url: bitcoind.url, blockMs: 500 });
  closing.push(() => faucet.stop());
  const place = join(folder, "lightning");
  const started = startLightning({ folder: place, bitcoinUrl: bitcoind.url, say: () => undefined });
  closing.push(() => started.stop());
  return { started, file: join(place, READY_FILE), bitcoind, faucet };
}

const nodes = await openNodes();

/** Dead as well now and then. */
async function outside(started: StartedLightning): Promise<LightningNode> {
  for (;;) {
    const node = started.outside();
    if (node) return node;
    await rest(50);
  }
}

async function asked<T>(started: StartedLightning, ask: (node: LightningNode) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask(await outside(started));
    } catch (error) {
      if (tries > 200) throw error;
      await rest(50);
    }
  }
}

/** Invoices of one person, each paid by the outside node until the market says so; returns their hashes. */
async function receiveOn(
  callers: Callers,
  person: Actor,
  { started, count }: { started: StartedLightning; count: number },
) {
  const hashes: string[] = [];
  while (hashes.length < count) {
    const made = await insist(callers, person, "/rest/v1/lightning/invoices", { amount: AMOUNT });
    if (made?.status !== 200) {
      await rest(100);
      continue;
    }
    const shown = () => invoiceOf(callers, person, String(made.data.id));
    const bolt11 = String((await shown()).invoice);
    const { paymentHash } = await asked(started, (node) => node.decode(bolt11));
    while ((await shown()).status !== "settled") {
      await payOutside(started, { bolt11, paymentHash });
      await rest(100);
    }
    hashes.push(paymentHash);
  }
  return hashes;
}

/** Where that node does not know it, or gave it up. */
async function payOutside(started: StartedLightning, { bolt11, paymentHash }: { bolt11: string; paymentHash: string }) {
  const pay = { bolt11, msat: SATOSHI * 1000n, isAmountless: false, maxFeeMsat: 1000n };
  const { state } = await asked(started, (node) => node.lookUpPayment(paymentHash));
  if (state === "unknown" || state === "failed") await asked(started, (node) => node.pay(pay)).catch(() => undefined);
}

/** Once the node has made it. */
async function invoiceOf(callers: Callers, { token }: Actor, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await fetch(`${callers.url()}/rest/v1/lightning/invoices/${id}`, {
      headers: { cookie: `parley=${token}` },
      signal: AbortSignal.timeout(5000),
    })
      .then((answer) => answer.json() as Promise<AnswerBody>)
      .catch(() => undefined);
    if (found?.data?.invoice) return found.data;
    await rest(30);
  }
}

/** Invoices of the outside node, each paid by one person, with both presses of the button; one that came back is left to itself. */
async function sendOn(
  callers: Callers,
  person: Actor,
  { started, count, db }: { started: StartedLightning; count: number; db: () => Db },
) {
  const [hashes, failed]: [string[], string[]] = [[], []];
  while (hashes.length < count) {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const made = await asked(started, (node) =>
      node.createInvoice({ msat: SATOSHI * 1000n, memo: "under kills", descriptionHash: null, expiresAt }),
    );
    const hasArrived = await sent(callers, person, { started, invoice: made.bolt11, db, hash: made.paymentHash });
    (hasArrived ? hashes : failed).push(made.paymentHash);
    if (!hasArrived) await rest(200);
  }
  return { hashes, failed };
}

type Sending = {
  readonly started: StartedLightning;
  readonly invoice: string;
  readonly hash: string;
  readonly db: () => Db;
};

/** So long a payee whose node died while a payment came in lets it wait, and then gives it back. */
const PATIENCE_MS = 20_000;

/** True once it has settled; false where it came back, or was not taken. */
async function sent(callers: Callers, person: Actor, { started, invoice, hash, db }: Sending): Promise<boolean> {
  const quote = await insist(callers, person, "/rest/v1/lightning/quotes", { invoice });
  if (quote?.status !== 200) return false;
  const { id, total, amount } = quote.data as Record<string, string>;
  const order = {
    product: "lightning",
    cryptoCurrencyCode: "BTC",
    total: String(total),
    currencyCode: "BTC",
    amount: String(amount),
  } as const;
  await prove(callers, person, { wanted: { kind: "order", id: String(id) }, order });
  const take = () => insist(callers, person, "/rest/v1/lightning/payments", { quote_id: id });
  await Promise.all([take(), take()]);
  let givesUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    if (performance.now() > givesUpMs) {
      await asked(started, (node) => node.cancelInvoice(hash)).catch(() => undefined);
      givesUpMs += PATIENCE_MS;
    }
    const rows = await db()
      .read(
        (tx) =>
          tx.rows<{
            status: string;
          }>`select status from ln_payments where payment_hash = ${hash} order by quote_id desc limit 1`,
      )
      .catch(() => undefined);
    if (rows && rows[0]?.status !== "reserved" && rows[0]?.status !== "in_flight") return rows[0]?.status === "settled";
    await rest(50);
  }
}

test(`${EACH_WAY} payments each way under ${KILLED.length} kills lose nothing and double nothing`, {
  timeout: 600_000,
}, async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const { started, file, bitcoind, faucet } = nodes;
  const port = await freePort();
  const dataDir = join(folder, "data");
  const processes = await startProcesses(mkdtempSync(join(tmpdir(), "parley-disk-")), (ownerUrl) => ({
    ...{ PORT: String(port), DATABASE_URL: ownerUrl, PARLEY_SECRET: SECRET_TEXT, DATA_DIR: dataDir },
    ...{ CRASH_BITCOIN_URL: bitcoind.url, CRASH_LIGHTNING_FILE: file },
  }));
  closing.push(() => processes.stop());
  await makeDatabase(processes, dataDir);
  const callers: Callers = {
    url: () => `http://127.0.0.1:${port}`,
    origin: `http://localhost:${port}`,
    secret: createHash("sha256").update(SECRET_TEXT).digest().toString("hex"),
    stopped: () => isOver,
    history: [],
  };
  await processes.startServer();
  let db = processes.openAsOwner();
  const give = (_: unknown, address: string, units: bigint) => faucet.giveUnits(address, units);
  await fundHouse(db, { codes: ["BTC"], give }, { BTC: 2n * BigInt(LANES) * SENDER_UNITS });
  const [payees, payers] = await db.tx(async (tx) => {
    await playRecordedRates(tx);
    const people: Actor[] = [];
    for (let one = 0; one < 2 * LANES; one += 1) people.push(await anActor(tx));
    for (const { userId: owner } of people.slice(LANES))
      await gift(tx, { owner, code: "BTC", units: SENDER_UNITS, from: accountOf.house("BTC", "inventory") });
    return [people.slice(0, LANES), people.slice(LANES)];
  });
  await until(
    "the market has seen its node",
    async () => (await db.read((tx) => tx.rows`select from ln_node`)).length > 0,
  );
  const before = await (await ours(started)).state();
  const count = EACH_WAY / LANES;
  const work = Promise.all([
    Promise.all(payees.map((person) => receiveOn(callers, person, { started, count }))),
    Promise.all(payers.map((person) => sendOn(callers, person, { started, count, db: () => db }))),
  ]);
  const done = async () => {
    const [row] = await db
      .read(
        (tx) =>
          tx.rows<{ count: number }>`select count(*)::int as count from journals where kind in ('ln_in', 'ln_settle')`,
      )
      .catch(() => []);
    return row?.count ?? 0;
  };
  for (const [place, whom] of KILLED.entries()) {
    const step = ((place + 1) * 2 * EACH_WAY) / (KILLED.length + 2);
    let stands: unknown;
    const goesOn = async () => {
      const count = await done();
      stands = await standing(db);
      return count >= step;
    };
    await until("payments go on", goesOn, () => stands);
    if (whom === "nodes") process.kill(JSON.parse(readFileSync(file, "utf8")).pid, "SIGKILL");
    if (whom === "database") {
      await db.close();
      await processes.killDatabase();
      db = processes.openAsOwner();
    }
    if (whom === "market") {
      await processes.killServer();
      await pause(300);
      await processes.startServer();
    }
  }
  const [received, paid] = await work;
  await assertOnce(db, {
    started,
    received: received.flat(),
    paid: paid.flatMap(({ hashes }) => hashes),
    failed: paid.flatMap(({ failed }) => failed),
    people: { payees, payers },
    beforeMsat: before.localMsat,
  });
  await db.close();
  assert.deepEqual(processes.fallen, []);
});

/** What may keep payments: halts, and what waits. */
const standing = (db: Db) =>
  db
    .read(
      (tx) => tx.rows`
        select 'halt' as what, name, reason, null::int as count from halts
        union all select 'invoices', status, null, count(*)::int from ln_invoices group by status
        union all select 'payments', status, failure, count(*)::int from ln_payments group by status, failure`,
    )
    .catch(() => []);

async function ours(started: StartedLightning): Promise<LightningNode> {
  await until("the nodes are there", async () => started.ours() !== undefined);
  const node = started.ours();
  assert.ok(node);
  return node;
}

type Ended = {
  readonly started: StartedLightning;
  readonly received: readonly string[];
  readonly paid: readonly string[];
  readonly failed: readonly string[];
  readonly people: { readonly payees: readonly Actor[]; readonly payers: readonly Actor[] };
  readonly beforeMsat: bigint;
};

async function assertOnce(db: Db, { started, received, paid, failed, people, beforeMsat }: Ended): Promise<void> {
  const credited = () =>
    db.read((tx) => tx.rows<{ count: number }>`select count(*)::int as count from journals where kind = 'ln_in'`);
  await until("what was paid is credited", async () => (await credited())[0]?.count === EACH_WAY);
  const journals = await db.read(
    (tx) => tx.rows<{ kind: string; count: number }>`
      select kind, count(*)::int as count from journals where kind in ('ln_in', 'ln_settle') group by kind order by kind`,
  );
  assert.deepEqual(journals, [
    { kind: "ln_in", count: EACH_WAY },
    { kind: "ln_settle", count: EACH_WAY },
  ]);
  const node = await ours(started);
  for (const hash of received) assert.equal((await node.settled(hash))?.msat, SATOSHI * 1000n);
  for (const hash of paid) assert.equal((await asked(started, (other) => other.settled(hash)))?.msat, SATOSHI * 1000n);
  for (const hash of failed)
    assert.equal(
      await asked(started, (other) => other.settled(hash)),
      undefined,
      "a payment that came back has arrived",
    );
  assert.deepEqual([new Set(received).size, new Set(paid).size], [EACH_WAY, EACH_WAY]);
  // As much came as went, over a way that costs nothing.
  await until(
    "nothing is on its way",
    async () => (await node.state()).inFlightMsat === 0n,
    () => node.state(),
  );
  const { localMsat, closingMsat, channels } = await node.state();
  assert.deepEqual([localMsat, closingMsat, channels], [beforeMsat, 0n, 1]);
  const each = BigInt(EACH_WAY / LANES) * SATOSHI;
  const has = async ({ userId }: Actor) => {
    const [row] = await db.read(
      (tx) =>
        tx.rows<{
          units: bigint;
        }>`select balance_units as units from ledger_accounts where name = ${accountOf.available(userId, "BTC")}`,
    );
    return row?.units;
  };
  for (const person of people.payees) assert.equal(await has(person), each);
  for (const person of people.payers) assert.equal(await has(person), SENDER_UNITS - each - each / 100n);
  await until(
    "the market has seen its node's balance",
    async () => (await checkBooks({ db, log: testLog })).length === 0,
  );
}
