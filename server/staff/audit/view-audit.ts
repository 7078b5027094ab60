/** The staff log, page by page, how far it is signed, and the texts of acts for readers who give a reason. */
import type { AuditFilters, AuditLog, readAuditWords } from "#contract/staff/audit.ts";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSlice } from "../../platform/cursors.ts";
import { actRows, lastAct, noteReading, signedBatch, wordsOf } from "./rows.ts";

type Query = AuditFilters & { readonly before?: string | undefined };

export async function viewAudit(tx: ReadTx, { before, ...filters }: Query): Promise<AuditLog> {
  const [found, signed, last] = await Promise.all([
    readSlice(
      (limit) => actRows(tx, { ...filters, before: before === undefined ? null : BigInt(before), limit }),
      ({ id }) => String(id),
    ),
    signedBatch(tx),
    lastAct(tx),
  ]);
  const acts = found.rows.map(({ id, act, by, about, at, is_erased }) => ({
    ...{ id: String(id), act, by, about: is_erased ? null : about, at: at.toISOString() },
    isSigned: signed !== undefined && id <= signed.last_act,
  }));
  return {
    acts,
    next: found.next,
    signed: signed
      ? {
          batch: Number(signed.number),
          lastAct: String(signed.last_act),
          acts: Number(signed.acts),
          at: signed.at.toISOString(),
        }
      : null,
    lastAct: last === null ? null : String(last),
  };
}

type Reading = { readonly staffId: bigint } & BodyOf<typeof readAuditWords>;

/** Writes who reads what and why before anything is shown. Refuses staff.act_unknown, auth.forbidden, staff.readings. */
export async function readWords(tx: Tx, { staffId, ids, reason }: Reading): Promise<ReplyOf<typeof readAuditWords>> {
  const wanted = [...new Set(ids)].map(BigInt);
  const found = await wordsOf(tx, wanted);
  if (found.length < wanted.length) throw new Refusal("staff.act_unknown");
  const outcome = await noteReading(tx, { staffId, ids: wanted, reason });
  if (outcome !== "noted") throw new Refusal(outcome === "budget" ? "staff.readings" : "auth.forbidden");
  return found.map((row) => ({ id: String(row.id), reason: row.is_erased ? null : row.reason }));
}
