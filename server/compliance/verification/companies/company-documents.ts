/** Which documents of a company are approved: reviewers open them like any others. */
import type { OpenedTradingName } from "#contract/compliance/trading-names.ts";
import { sidesOf } from "#contract/compliance/verification/names.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { documentsRow } from "./corporate-rows.ts";

/** Null where the company is not verified. */
export async function companyDocuments(tx: ReadTx, userId: bigint): Promise<OpenedTradingName["documents"]> {
  const row = await documentsRow(tx, userId);
  if (!row) return null;
  const { reference, document_type: legalForm } = row;
  return { reference, legalForm, decidedAt: row.decided_at.toISOString(), sides: [...sidesOf("company", legalForm)] };
}
