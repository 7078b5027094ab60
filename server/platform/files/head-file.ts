/** Signed heads of the chain of staff acts in a file, one line each: what a database that was rewritten is compared with. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { SignedHead } from "../outside/signer/audit-head.ts";
import { syncFolderNow } from "./sync-folder.ts";

/** A half line at the end was cut off by a crash. Throws on any other line that is none. */
export function readHeads(path: string): SignedHead[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SignedHead);
}

/** The line is on the disk when this returns. An earlier incomplete line is ended first, and readers recognize it. */
export function appendHead(path: string, head: SignedHead): void {
  const isNew = !existsSync(path);
  const text = isNew ? "" : readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const file = openSync(path, isNew ? "a" : "r+", 0o600);
  try {
    writeSync(file, `${JSON.stringify(head)}\n`, whole ? Buffer.byteLength(whole) : 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) syncFolderNow(dirname(path));
}
