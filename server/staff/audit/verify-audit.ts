/**
 * Verifies that the chain of staff acts is unchanged: finds edits, deletions, reordering, truncation and a recomputed chain, by
 * the heads that the signer signed and that are stored outside the database.
 */
import type { ReadTx } from "../../platform/postgres/db.ts";
import { auditDigest, isHeadSigned, NO_HEAD, type SignedHead } from "../../platform/outside/signer/audit-head.ts";
import { type JudgedAct, judgedActs } from "../../people/audit/index.ts";
import { type Batch, batchRows } from "./batch-rows.ts";

export type Outside = {
  /** Lines of every file that is at hand: of the process that leads, and of the signer. */
  readonly heads: readonly SignedHead[];
  /** The signer's public key as the settings name it; else the one of the first line is believed. */
  readonly key: string | undefined;
};

export type AuditVerdict = {
  readonly faults: readonly string[];
  readonly acts: number;
  readonly batches: number;
  /** Acts that no signed head has yet. */
  readonly unsigned: number;
};

export async function verifyAudit(tx: ReadTx, { heads, key: given }: Outside): Promise<AuditVerdict> {
  const [acts, batches] = [await judgedActs(tx), await batchRows(tx)];
  const key = given ?? heads[0]?.key;
  const signed = batches.filter(({ signature }) => signature !== null);
  const signedUpTo = BigInt(signed.at(-1)?.lastAct ?? 0);
  return {
    faults: [
      ...actFaults(acts),
      ...batchFaults(batches, acts),
      ...(heads.length === 0 && batches.length > 0
        ? ["no head is stored outside the database: nothing to compare with"]
        : []),
      ...(key === undefined ? [] : [...signatureFaults(signed, key), ...outsideFaults(heads, { batches, key })]),
    ],
    acts: acts.length,
    batches: batches.length,
    unsigned: acts.filter(({ id }) => id > signedUpTo).length,
  };
}

/** Words that are gone must have been erased by an act of the operator that says so. */
function actFaults(acts: readonly JudgedAct[]): string[] {
  const erased = new Set(
    acts.flatMap(({ act, subject, staffId }) => (act === "act.erase" && staffId === null ? [subject] : [])),
  );
  return acts.flatMap(({ id, isLinked, keepsWords, isErased }) => [
    ...(isLinked ? [] : [`act ${id}: it does not follow from the act before it`]),
    ...(keepsWords ? [] : [`act ${id}: its words are not those that were sealed`]),
    ...(isErased && !erased.has(String(id))
      ? [`act ${id}: its words are gone, and no act says that they were erased`]
      : []),
  ]);
}

function batchFaults(batches: readonly Batch[], acts: readonly JudgedAct[]): string[] {
  const places = new Map(acts.map(({ id }, place) => [String(id), place]));
  let before: Batch | undefined;
  return batches.flatMap((batch) => {
    const faults: string[] = [];
    const say = (what: string) => faults.push(`batch ${batch.number}: ${what}`);
    if (auditDigest(batch) !== batch.digest) say("its digest is another");
    if (batch.previous !== (before?.digest ?? NO_HEAD)) say("it does not follow from the batch before it");
    if (BigInt(batch.number) !== BigInt(before?.number ?? 0) + 1n) say("its number is not the next");
    const place = places.get(batch.lastAct);
    if (place === undefined) say(`its last act, ${batch.lastAct}, is gone`);
    else if (String(place + 1) !== batch.acts) say(`it has ${place + 1} acts up to its last, and had ${batch.acts}`);
    if (place !== undefined && acts[place]?.link !== batch.chain) say("the chain of its acts is another");
    before = batch;
    return faults;
  });
}

function signatureFaults(signed: readonly Batch[], key: string): string[] {
  return signed.flatMap((batch) =>
    isHeadSigned(batch, { signature: batch.signature ?? "", key })
      ? []
      : [`batch ${batch.number}: the signer has not signed it`],
  );
}

/** Every head that was stored outside must still be inside, unchanged. */
function outsideFaults(
  heads: readonly SignedHead[],
  { batches, key }: { batches: readonly Batch[]; key: string },
): string[] {
  const inside = new Map(batches.map((batch) => [batch.number, batch]));
  return heads.flatMap((head) => {
    if (
      head.key !== key ||
      !isHeadSigned(head, { signature: head.signature, key }) ||
      auditDigest(head) !== head.digest
    )
      return [`head ${head.number} outside the database is not one of the signer's`];
    const batch = inside.get(head.number);
    if (!batch) return [`batch ${head.number} is gone: its head is stored outside the database`];
    return batch.digest === head.digest ? [] : [`batch ${head.number} is another than its head outside the database`];
  });
}
