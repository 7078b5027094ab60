/**
 * The signer: the one process that holds keys. It reads its settings from the first line of its standard input and then
 * one request a line; it listens on nothing, and ends when the stream closes. It signs one payment at a time.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { withFolderLock } from "../platform/folder-lock.ts";
import { type SignerLine, SignerRefusal, type SignerSettings, type SignRequest } from "../platform/outside/signer.ts";
import { openLedgerRecords } from "./ledger-record.ts";
import { readLimits } from "./policy.ts";
import { openSignedJournal } from "./signed-journal.ts";
import { type SigningDesk, signPayment } from "./sign-payment.ts";
import { openVault } from "./vault.ts";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
if (!first.done) {
  const settings: SignerSettings = JSON.parse(first.value);
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  // Two signers on one journal could each sign up to the daily cap: the second waits for the first to end.
  await withFolderLock(join(settings.folder, "lock"), () => serve(openDesk(settings)), 15_000);
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

async function serve(desk: SigningDesk): Promise<void> {
  for (;;) {
    const line = await lines.next();
    if (line.done) return await desk.records.close();
    process.stdout.write(`${JSON.stringify(await answer(desk, line.value))}\n`);
  }
}

async function answer(desk: SigningDesk, text: string): Promise<SignerLine> {
  const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown };
  try {
    if (method === "account_keys") return { id, result: desk.vault.accountKeys() };
    if (method === "sign") return { id, result: await signPayment(desk, params as SignRequest) };
    return { id, refusal: { code: "signer.no_method", message: "the signer knows no such method" } };
  } catch (error) {
    if (error instanceof SignerRefusal) return { id, refusal: { code: error.code, message: error.message } };
    // The message may hold what was given, never a key: keys are in no message of ours.
    process.stderr.write(`${error instanceof Error ? error.message : "unknown fault"}\n`);
    return { id, refusal: { code: "signer.fault", message: "the signer could not do this" } };
  }
}
