/**
 * The signer: the one process that holds keys and knows the hashes of passwords. It reads its settings from the first
 * line of its standard input and then one request a line; it listens on nothing, and ends when the stream closes.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openDb } from "../platform/db.ts";
import { withFolderLock } from "../platform/folder-lock.ts";
import { openLog } from "../platform/log.ts";
import { type SignerLine, SignerRefusal, type SignerSettings } from "../platform/outside/signer.ts";
import { openLedgerRecords } from "./ledger-record.ts";
import { readLimits } from "./policy.ts";
import { makeService, type Service } from "./service.ts";
import { openSignedJournal } from "./signed-journal.ts";
import type { SigningDesk } from "./sign-payment.ts";
import { openVault } from "./vault.ts";

/** A few passwords are checked at once, each in two short transactions. */
const CONNECTIONS = 4;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
if (!first.done) {
  const settings: SignerSettings = JSON.parse(first.value);
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  // Two signers on one journal could each sign up to the daily cap: the second waits for the first to end.
  await withFolderLock(join(settings.folder, "lock"), () => serve(settings), 15_000);
}
process.exit(0);

function openDesk(settings: SignerSettings): SigningDesk {
  return {
    vault: openVault({ folder: settings.folder, key: settings.key, chain: settings.bitcoinChain }),
    journal: openSignedJournal(settings.folder),
    records: openLedgerRecords(settings.databaseUrl),
    bitcoinChain: settings.bitcoinChain,
    ethereumChainId: settings.ethereumChainId,
    token: settings.token,
    limits: readLimits(settings.folder),
    nowMs: () => performance.timeOrigin + performance.now(),
  };
}

async function serve(settings: SignerSettings): Promise<void> {
  const desk = openDesk(settings);
  const db = openDb({ url: settings.databaseUrl, log: openLog({ level: "error" }), poolSize: CONNECTIONS });
  const service = makeService({ db, site: settings, desk });
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const line = await lines.next();
    if (line.done) break;
    const work = answer(service, line.value).then((said) => void process.stdout.write(`${JSON.stringify(said)}\n`));
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }
  await Promise.all(underWay);
  await Promise.all([desk.records.close(), db.close()]);
}

async function answer(service: Service, text: string): Promise<SignerLine> {
  const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown };
  try {
    return { id, result: await service.answer(method, params) };
  } catch (error) {
    if (error instanceof SignerRefusal) return { id, refusal: { code: error.code, message: error.message } };
    // The message may hold what was given, never a key: keys are in no message of ours.
    process.stderr.write(`${error instanceof Error ? error.message : "unknown fault"}\n`);
    return { id, refusal: { code: "signer.fault", message: "the signer could not do this" } };
  }
}
