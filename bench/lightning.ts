/** Lightning between two real nodes, with the market's process beside them: how long after another node began to pay the coins are credited. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBitcoinFaucet } from "../server/devnet/bitcoin-faucet.ts";
import { startBitcoind } from "../server/devnet/bitcoind/bitcoind.ts";
import { bitcoindForTests } from "../server/devnet/bitcoind/for-tests.ts";
import { startLightning } from "../server/devnet/lightning/start.ts";
import { module as lightning } from "../server/products/lightning/index.ts";
import type { AppPorts } from "../server/platform/app-ports.ts";
import { startWorkers } from "../server/platform/events/workers.ts";
import { ids } from "../server/platform/ids.ts";
import type { LightningNode } from "../server/platform/outside/chains/lightning-node.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { aUser } from "../server/testing/index.ts";
import type { Ground } from "./ground.ts";
import { ms } from "./rounds.ts";
import type { Row } from "./row.ts";

const PAYERS = 4;
const EACH = 50;
const MSAT = 1_000_000n;
const LIMIT_MS = 1000;

export async function lightningPayments(ground: Ground): Promise<Row[]> {
  const binary = await bitcoindForTests();
  if (!binary) {
    ground.say("not run: no bitcoind");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-lightning-"));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    mkdirSync(join(folder, "bitcoin"));
    const bitcoind = await startBitcoind({ binary, dataDir: join(folder, "bitcoin") });
    stops.push(() => bitcoind.stop());
    const faucet = await openBitcoinFaucet({ url: bitcoind.url, blockMs: 0 });
    stops.push(() => faucet.stop());
    const nodes = startLightning({ folder: join(folder, "nodes"), bitcoinUrl: bitcoind.url, say: ground.say });
    stops.push(() => nodes.stop());
    const outside = await untilThere(nodes.outside);
    stops.push(work(ground, nodes.ours));
    ground.say(`${PAYERS * EACH} payments by ${PAYERS} payers of another node`);
    const took = (await Promise.all(Array.from({ length: PAYERS }, () => receive(ground, outside)))).flat();
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.ceil(took.length * share) - 1] ?? Number.NaN;
    return [
      {
        name: "Lightning, from another node's call to pay until it is credited, p99",
        measured: `p50 ${ms(at(0.5))}, p99 ${ms(at(0.99))}`,
        limit: ms(LIMIT_MS),
        ratio: at(0.99) / LIMIT_MS,
        target: { atMost: 1 },
      },
    ];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** As the Lightning process does. */
function work({ db, log, databaseUrl }: Ground, node: () => LightningNode | undefined): () => unknown {
  const config = readConfig({ DATABASE_URL: databaseUrl, CHAINS: "off" });
  const ports = { db, dbs: { lightning: db }, config, log, lightning: node } as unknown as AppPorts;
  const workers = startWorkers(ports, [{ name: lightning.name, jobs: lightning.jobs ?? [] }]);
  return () => workers.stop();
}

async function untilThere(node: () => LightningNode | undefined): Promise<LightningNode> {
  for (;;) {
    const found = node();
    if (found) return found;
    await pause(50);
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Milliseconds of each payment, one after the other. */
async function receive({ db, owner }: Ground, outside: LightningNode): Promise<number[]> {
  const userId = await db.tx((tx) => aUser(tx));
  const took: number[] = [];
  while (took.length < EACH) {
    const hash = ids.hash();
    await owner.query("select ask_lightning_invoice($1, $2, $3, '', 3600, null, market_now())", [hash, userId, MSAT]);
    const { bolt11 } = await found(owner, hash, "bolt11 is not null");
    const begunMs = Date.now();
    await outside.pay({ bolt11, msat: MSAT, isAmountless: false, maxFeeMsat: 1000n });
    const { committed_ms } = await found(owner, hash, "status = 'settled'");
    took.push(committed_ms - begunMs);
  }
  return took;
}

async function found(owner: Ground["owner"], hash: string, isSo: string) {
  for (;;) {
    const { rows } = await owner.query<{ bolt11: string; committed_ms: number }>(
      `select bolt11, (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as committed_ms
       from ln_invoices
       where hash = $1 and ${isSo}`,
      [hash],
    );
    if (rows[0]) return rows[0];
    await pause(20);
  }
}
