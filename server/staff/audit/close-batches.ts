/** Closes committed staff acts in batches, has their heads signed, and keeps these outside the database too. */
import { join } from "node:path";
import type { AppPorts } from "../../platform/app-ports.ts";
import { appendHead, readHeads } from "../../platform/files/head-file.ts";
import { batchRows, closeBatch, noteSignature } from "./batch-rows.ts";

export const HEADS_FILE = "audit-heads.jsonl";

type Ports = Pick<AppPorts, "db" | "verifier"> & { readonly config: Pick<AppPorts["config"], "dataDir"> };

/**
 * What the signer does not sign stays unsigned and is asked again the next time. A head is in the file before the database
 * says that it is signed: a crash between them repeats the line's number at most, which is then not written twice.
 */
export async function closeBatches({ db, verifier, config }: Ports): Promise<void> {
  await db.tx(closeBatch);
  const path = join(config.dataDir, HEADS_FILE);
  for (const { signature: _none, ...head } of await db.read((tx) => batchRows(tx, { unsigned: true }))) {
    const said = await verifier.signAuditHead(head);
    const isWritten = readHeads(path).some(({ number }) => number === head.number);
    if (!isWritten) appendHead(path, { ...head, ...said });
    await db.tx((tx) => noteSignature(tx, { number: head.number, signature: said.signature }));
  }
}
