/** The SQL of cases: accounts that earned from each other. */
import type { CASE_DECISIONS, CASE_LISTS, CASE_RULES, CASE_STATUSES } from "#contract/reach/partner/case-names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type CaseRow = {
  readonly id: bigint;
  readonly number: string;
  readonly rule: (typeof CASE_RULES)[number];
  readonly people: string[];
  readonly findings: number;
  readonly trade: string | null;
  readonly status: (typeof CASE_STATUSES)[number];
  readonly opened_at: Date;
  readonly changed_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly resolution: string | null;
};

const rowsOf = (tx: ReadTx, which: Fragment): Promise<CaseRow[]> =>
  tx.rows<CaseRow>`
    select one.id, one.number, one.rule, one.findings, trade.hash as trade, one.status, one.opened_at, one.changed_at,
      array(select users.username from users where users.id = any (one.people) order by users.id limit 50) as people,
      judge.username as decided_by, one.decided_at, one.resolution
    from partner_cases one
    left join trades trade on trade.id = one.trade_id
    left join users judge on judge.id = one.decided_by
    where ${which}`;

/** Open ones oldest first, decided ones latest first. */
export async function caseRows(
  tx: ReadTx,
  { show, after, limit }: { show: (typeof CASE_LISTS)[number]; after: string | undefined; limit: number },
): Promise<CaseRow[]> {
  const from = after === undefined ? null : after;
  return show === "open"
    ? rowsOf(tx, sql`one.status = 'open' and one.id > coalesce(${from}::bigint, 0) order by one.id limit ${limit}`)
    : rowsOf(
        tx,
        sql`one.status in ('dismissed', 'confirmed') and (${from}::bigint is null or one.id < ${from}::bigint)
          order by one.id desc limit ${limit}`,
      );
}

export async function findCase(tx: ReadTx, number: string): Promise<CaseRow | undefined> {
  return (await rowsOf(tx, sql`one.number = ${number}`))[0];
}

type Deciding = {
  readonly number: string;
  readonly decision: (typeof CASE_DECISIONS)[number];
  readonly why: string;
  readonly staffId: bigint;
  readonly at: Date;
};

/** `done`, or why not: `unknown`, `own`, `not_judge`, `closed`. */
export async function decide(tx: Tx, { number, decision, why, staffId, at }: Deciding): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select decide_partner_case(${number}, ${decision}, ${why}, ${staffId}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}
