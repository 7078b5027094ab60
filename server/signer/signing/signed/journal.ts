/**
 * The signed payments, one per line, written to the disk before the response is sent. The file makes signing
 * idempotent, and the daily cap is measured on it, so write access to the database cannot reset the cap.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Signed } from "../../../platform/outside/signer/signer.ts";
import { syncFolderNow } from "../../../platform/files/sync-folder.ts";

export type SignedEntry = Signed & {
  /** `send_out:<id>` and the like. */
  readonly payment: string;
  /** SHA-256 of the plan. */
  readonly planDigest: string;
  readonly currency: string;
  /** What left us, in the ledger's units; 0 when it stayed ours. */
  readonly units: string;
  /** The sender and the receiver. Older lines have neither; sweeps and gas have none. */
  readonly userId?: string;
  readonly destination?: string;
  /** How long before the signature its user proved it. Lines of before do not say it. */
  readonly provedAgoSec?: number | null;
  /** Of Ethereum: the address of ours that it leaves. Lines of before do not say it. */
  readonly from?: string;
  /** In gwei, or in satoshi for bitcoin: the most that the operator pays for it. */
  readonly feeUnits?: string;
  /** Of bitcoin that moved to the cold account: which of its addresses it went to. */
  readonly coldIndex?: number;
  readonly atMs: number;
};

export type SignedJournal = {
  find(payment: string): SignedEntry | undefined;
  all(): readonly SignedEntry[];
  add(entry: SignedEntry): void;
};

export function openSignedJournal(folder: string): SignedJournal {
  const path = join(folder, "signed.jsonl");
  const entries = readEntries(path);
  const byPayment = new Map(entries.map((entry) => [entry.payment, entry]));
  const file = openSync(path, "a", 0o600);
  // Its name too: a journal that is gone with it would let everything be signed again.
  for (const above of [folder, dirname(folder)]) syncFolderNow(above);
  process.once("exit", () => closeSync(file));
  return {
    find: (payment) => byPayment.get(payment),
    all: () => entries,
    add(entry) {
      append(file, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
      byPayment.set(entry.payment, entry);
    },
  };
}

/** The whole line or nothing: on a full disk half of it may fit, and would swallow the line after it. */
function append(file: number, text: string): void {
  const line = Buffer.from(text);
  const { size } = fstatSync(file);
  try {
    for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}

/** A partial last line was cut off by a crash before its response was sent, so it is removed. */
function readEntries(path: string): SignedEntry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SignedEntry);
}
