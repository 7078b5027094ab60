/**
 * Journals of any form, for who owns the database: the seeding of a demo market and tests. A running market has no such
 * way: each of its movements is a function of the database that checks what makes it right (docs/invariants.md).
 */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { postRows } from "./rows.ts";

export type Posting = { readonly from: string; readonly to: string; readonly units: bigint };

export type Journal = {
  /** What happened: trade_lock, trade_release, deposit, send_out … */
  readonly kind: string;
  /** The subject, unique within the kind: `<trade>:<round>`, a transaction output. */
  readonly subject: string;
  readonly postings: readonly Posting[];
};

export type PostOutcome = "posted" | "duplicate" | "insufficient";

/**
 * Posts each journal or says why not: `duplicate` when its kind and subject exist, `insufficient` when an account
 * would fall below zero at its turn. Earlier journals of the list count for later ones. Locks accounts by id.
 */
export async function postEach(tx: Tx, journals: readonly Journal[]): Promise<PostOutcome[]> {
  const lines = journals.flatMap(({ postings }, index) => postings.map((line) => ({ ...line, journal: index + 1 })));
  return (await postRows(tx, journals, lines)) as PostOutcome[];
}

/** Posts all journals; refuses `ledger.insufficient_balance` when one cannot be paid. Returns which were posted now. */
export async function post(tx: Tx, journals: readonly Journal[]): Promise<("posted" | "duplicate")[]> {
  const outcomes = await postEach(tx, journals);
  return outcomes.map((outcome) => {
    if (outcome === "insufficient") throw new Refusal("ledger.insufficient_balance");
    return outcome;
  });
}
