// Guards: the server with its workers, the signer and the database are killed in the middle of trades, disputes, appeals, chargebacks,
// bonds, conversions, spot orders, send-outs, orders at providers, card payments and messages; nothing acknowledged is lost, nothing happens twice on a chain or in the ledger.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { CryptoCode } from "#contract/money/money.ts";
import { freePort } from "../../server/devnet/child.ts";
import { accountOf } from "../../server/money/ledger/index.ts";
import { checkBooks } from "../../server/staff/console/index.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { findUserById } from "../../server/people/accounts/index.ts";
import { ids } from "../../server/platform/ids.ts";
import { useSealingSecret } from "../../server/platform/sealed.ts";
import { testLog } from "../../server/testing/index.ts";
import { type Actor, type Call, type Callers, isAcknowledged, pause } from "./caller.ts";
import { convertOn } from "./converters.ts";
import { assertRebuilt, readLastAnswers } from "./history.ts";
import { fundPayer, payOn, untilBooked } from "./card-payers.ts";
import { startNodes } from "./nodes.ts";
import { assertOrderedOnce, endOrders, makeOrderers, ORDERER_UNITS, orderOn, readSold } from "./orderers.ts";
import { anActor, fundHouse, gift, makeDatabase, makePairs } from "./people.ts";
import { startProcesses } from "./processes.ts";
import { assertSentOnce, deposit, sendOn, type Sent } from "./senders.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { assertMatched, spotEffects, spotOn } from "./spotters.ts";
import { bondOn, tradeOn } from "./traders.ts";
import { assertWrittenOnce, type Writers, writeOn } from "./writers.ts";

const KILLS = Number(process.env.KILLS ?? 6);
const PAIRS = 5;
/** So many of their sellers move a bond beside it. */
const BONDED = 2;
const SENDERS = 2;
const CONVERTERS = 2;
const ORDERERS = 2;
const PAYERS = 2;
const PAYER_UNITS = 3_000_000_000n;
const SPOTTERS = 2;
const SECRET_TEXT = "a secret of more than thirty-two characters";
const ETHER_GWEI = 1_000_000_000n;
const HOUSE = { BTC: 3_000_000_000n, ETH: 50n * ETHER_GWEI * ETHER_GWEI, USDT: 100_000_000_000n };
/** In the chain's units, and in the ledger's. */
const DEPOSITS = {
  BTC: { given: 5_000_000n, units: 5_000_000n },
  ETH: { given: 3n * ETHER_GWEI * ETHER_GWEI, units: 3n * ETHER_GWEI },
};
const SELLER_UNITS = 500_000_000n;
const SPOT = { BTC: 10_000_000n, USDT: 10_000_000_000n } as const;

const folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
const secret = createHash("sha256").update(SECRET_TEXT).digest();
useSealingSecret(secret);
// By itself: PostgreSQL's user does not get through a folder of root's.
const diskFolder = mkdtempSync(join(tmpdir(), "parley-disk-"));
const disk = mountSmallDisk(diskFolder);
const dataDir = join(diskFolder, "data");
const nodes = await startNodes(folder);
const port = await freePort();
const processes = await startProcesses(diskFolder, (ownerUrl) => ({
  PORT: String(port),
  DATABASE_URL: ownerUrl,
  PARLEY_SECRET: SECRET_TEXT,
  DATA_DIR: dataDir,
  ...nodes.ETH?.env,
  ...nodes.BTC?.env,
}));
after(async () => {
  await processes.stop();
  await nodes.ETH?.stop();
  await nodes.BTC?.stop();
  disk?.unmount();
  for (const made of [folder, diskFolder]) rmSync(made, { recursive: true, force: true });
});

type Toll = { server: number; signer: number; database: number; disk: number };

/** Rare events, each awaited in turn: a slow machine would not reach them between two kills. */
const RARE = ["send-outs", "conversions", "decide", "sales"] as const;
const AWAIT_EVERY = 3;

/** Kills until it has killed enough, with a moment between in which work is begun and not finished. */
async function killAll(count: number, history: readonly Call[]): Promise<Toll> {
  const toll: Toll = { server: 0, signer: 0, database: 0, disk: 0 };
  for (let kill = 0; kill < count; kill++) {
    await pause(40 + ids.below(400));
    if (kill % AWAIT_EVERY === AWAIT_EVERY - 1)
      await oneMoreOf(history, RARE[Math.floor(kill / AWAIT_EVERY) % RARE.length] ?? "");
    const whom = kill % 10;
    if (disk && whom === 5) {
      // A database that cannot write gives up by itself; the signer's files and the uploads lie there too.
      disk.fill();
      await pause(ids.below(1000));
      disk.free();
      await processes.killDatabase();
      toll.disk += 1;
    } else if (whom % 3 === 2) {
      await processes.killDatabase();
      toll.database += 1;
    } else if (whom % 3 === 1 && processes.killSigner()) {
      toll.signer += 1;
    } else {
      await processes.killServer();
      await processes.startServer();
      toll.server += 1;
    }
  }
  return toll;
}

/** Strikes while one of this verb is fresh. */
async function oneMoreOf(history: readonly Call[], verb: string): Promise<void> {
  const count = () => history.filter((call) => call.path.endsWith(`/${verb}`) && isAcknowledged(call)).length;
  const before = count();
  const lastMs = performance.now() + 30_000;
  while (count() === before && performance.now() < lastMs) await pause(10);
}

type Owned = { readonly owner: bigint; readonly code: CryptoCode; readonly units: bigint };

/** People who order, pay with cards and trade on the spot market, with coins that are among the deposits. */
async function bringProducts(db: Db, deposits: Owned[], from: string) {
  const dollars = nodes.ETH ? accountOf.house("USDT", "inventory") : accountOf.chain("USDT");
  const orderers = await makeOrderers(db, { count: ORDERERS, from: dollars });
  deposits.push(...orderers.map(({ userId: owner }) => ({ owner, code: "USDT" as const, units: ORDERER_UNITS })));
  const sold = await readSold(db);
  const actors = (count: number) => db.tx((tx) => Promise.all(Array.from({ length: count }, () => anActor(tx))));
  const [payers, spotters] = [await actors(PAYERS), await actors(SPOTTERS)];
  for (const payer of payers) {
    await fundPayer(db, payer, dollars, PAYER_UNITS);
    deposits.push({ owner: payer.userId, code: "USDT", units: PAYER_UNITS });
  }
  for (const { userId: owner } of spotters)
    for (const code of ["BTC", "USDT"] as const) {
      const account = code === "BTC" ? from : dollars;
      await db.tx((tx) => gift(tx, { owner, code, units: SPOT[code], from: account }));
      deposits.push({ owner, code, units: SPOT[code] });
    }
  return { orderers, sold, payers, spotters };
}

/** Everybody who acts, with what they begin with. */
async function settleAll(callers: Callers, db: Db) {
  await Promise.all([nodes.ETH, nodes.BTC].map(async (node) => node && fundHouse(db, node, HOUSE)));
  // Without a chain nobody asks whether it holds what is owed.
  const from = nodes.BTC ? accountOf.house("BTC", "inventory") : accountOf.chain("BTC");
  const pairs = await makePairs(db, { count: PAIRS, units: SELLER_UNITS, from });
  const deposits: Owned[] = pairs.map(({ seller }) => ({ owner: seller.userId, code: "BTC", units: SELLER_UNITS }));
  const depositors = async (count: number, code: "BTC" | "ETH"): Promise<Actor[]> => {
    const node = nodes[code];
    if (!node) return [];
    const { given, units } = DEPOSITS[code];
    const people = await db.tx((tx) => Promise.all(Array.from({ length: count }, () => anActor(tx))));
    await Promise.all(people.map((person) => deposit(callers, person, { node, db, code, units: given })));
    deposits.push(...people.map(({ userId: owner }) => ({ owner, code, units })));
    return people;
  };
  const [etherSenders, converters, bitcoinSenders] = await Promise.all([
    depositors(SENDERS, "ETH"),
    depositors(CONVERTERS, "ETH"),
    depositors(SENDERS, "BTC"),
  ]);
  const products = await bringProducts(db, deposits, from);
  const writers = await db.tx(async (tx): Promise<Writers> => {
    const [first, other] = [await anActor(tx), await anActor(tx)];
    return { first, other: { ...other, username: (await findUserById(tx, other.userId))?.username ?? "" } };
  });
  return { pairs, deposits, etherSenders, bitcoinSenders, converters, ...products, writers };
}

test(`after ${KILLS} kills in the middle of trades, disputes, conversions and send-outs every balance follows from what was acknowledged`, {
  timeout: 3_600_000,
}, async (t) => {
  await makeDatabase(processes, dataDir);
  let stopped = false;
  const history: Call[] = [];
  const callers: Callers = {
    url: () => `http://127.0.0.1:${port}`,
    origin: `http://localhost:${port}`,
    secret: secret.toString("hex"),
    stopped: () => stopped,
    history,
  };
  await processes.startServer();
  const before = processes.openAsOwner();
  const { pairs, deposits, payers, etherSenders, bitcoinSenders, converters, orderers, sold, spotters, writers } =
    await settleAll(callers, before);
  await before.close();
  const cardsDb = processes.openAsOwner();
  const sent: Sent = new Map();
  const sending = (code: "BTC" | "ETH") => (person: Actor) => {
    const node = nodes[code];
    return node ? [sendOn(callers, person, { node, code, sent })] : [];
  };
  const lanes = [
    ...pairs.map((pair, lane) => tradeOn(callers, pair, lane)),
    ...pairs.slice(0, BONDED).map(({ seller }) => bondOn(callers, seller)),
    ...etherSenders.flatMap(sending("ETH")),
    ...bitcoinSenders.flatMap(sending("BTC")),
    ...converters.map((person) => convertOn(callers, person)),
    ...orderers.map((person) => orderOn(callers, person, sold)),
    ...payers.map((person) => payOn(callers, person, cardsDb)),
    ...spotters.map((person, lane) => spotOn(callers, person, lane)),
    writeOn(callers, writers),
  ];
  const toll = await killAll(KILLS, history).finally(async () => {
    await pause(1500);
    stopped = true;
  });
  await Promise.all(lanes);
  await cardsDb.close();
  assert.deepEqual(processes.fallen, [], "a server did not survive the end of another process");

  // The last of them stays alive until all that was promised has left.
  const db = processes.openAsOwner();
  const left = await assertSentOnce({ ETH: nodes.ETH, BTC: nodes.BTC }, { db, sent });
  await endOrders(db);
  await untilBooked(db);
  await processes.killServer();
  const unheard = history.filter(({ answer }) => answer === undefined).length;
  await readLastAnswers(db, history);
  const sides = new Map(
    pairs.map(({ offer, buyer, seller }) => [offer, { buyer: buyer.userId, seller: seller.userId }]),
  );
  const refused = await assertOrderedOnce(db, history);
  const all = [...deposits, ...(await spotEffects(db))];
  const counts = await assertRebuilt(db, { history, sides, deposits: all, refused });
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
  const written = await assertWrittenOnce(db, history);
  const matched = await assertMatched(db);
  await db.close();

  const acknowledged = history.filter(isAcknowledged).length;
  assert.ok(acknowledged > KILLS, `only ${acknowledged} calls were answered`);
  if (nodes.ETH || nodes.BTC) assert.ok(left >= KILLS / 20, `only ${left} send-outs`);
  assert.ok(written > KILLS / 2, `only ${written} messages`);
  const awaited = KILLS >= RARE.length * AWAIT_EVERY;
  if (awaited && nodes.ETH) assert.ok(counts.get("conversion"), "nobody converted anything");
  if (awaited) assert.ok(counts.get("order_off_ramp"), "nobody sold to a bank account");
  if (awaited) assert.ok(counts.get("open_dispute"), "nobody quarrelled");
  if (awaited) assert.ok(counts.get("bond_return"), "no bond came back");
  if (awaited) assert.ok(counts.get("card_entry"), "nothing was taken with a card");
  t.diagnostic(
    `NOTE ${KILLS} kills (${toll.server} of the server, ${toll.signer} of the signer, ${toll.database} of the database, ${toll.disk} by a full disk), ${acknowledged} acknowledged calls, ${unheard} calls without a response`,
  );
  const codes = new Set(history.flatMap(({ answer }) => (answer?.code ? [answer.code] : [])));
  t.diagnostic(`NOTE ${matched} trades on the spot market`);
  t.diagnostic(`refused were ${[...codes].join(", ") || "none"}`);
  t.diagnostic(`NOTE ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
  if (!disk) t.diagnostic("not run: a full disk, nobody lets us mount one");
  for (const reason of nodes.absent) t.diagnostic(`not run: one chain under kills, ${reason}`);
});
