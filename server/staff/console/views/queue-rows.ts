/** The SQL of the sizes of the staff's queues. */
import type { StaffQueue } from "#contract/staff/queues.ts";
import { type Fragment, joinFragments, type ReadTx, sql } from "../../../platform/postgres/db.ts";

export type QueueSizeRow = {
  readonly place: StaffQueue["place"];
  readonly waiting: number;
  readonly oldest_at: Date | null;
};

const MOST_COUNTED = 1000;

/** What waits in each, with the time since which it does; the pages of the queues read the same rows. */
const WAITING: Readonly<Record<StaffQueue["place"], Fragment>> = {
  staffDisputes: sql`select opened_at as at from disputes where outcome is null`,
  staffSupport: sql`select last_at as at from support_tickets where due_at is not null`,
  staffRestrictions: sql`select written_at as at from restriction_appeals where outcome is null`,
  staffOffers: sql`select min(reported_at) as at from offer_reports where outcome is null group by offer_id`,
  staffOtc: sql`select changed_at as at from otc_requests where status = 'open'`,
  staffMessageReports: sql`select reported_at as at from direct_reports where outcome is null`,
  staffPartners: sql`select opened_at as at from partner_cases where status = 'open'`,
  staffAmbassadors: sql`select sent_at as at from ambassador_applications where status in ('sent', 'interview')`,
  staffVerifications: sql`select submitted_at as at from verifications where status = 'pending'`,
  staffTradingNames: sql`select asked_at as at from trading_names where status = 'waiting'`,
  staffRecoveries: sql`select confirmed_at as at from account_recoveries where status = 'pending'`,
  staffSendOuts: sql`select created_at as at from send_outs where status = 'pending'`,
  staffDesk: sql`select proposed_at as at from staff_changes where confirmed_at is null and expires_at > market_now()`,
  staffErrors: sql`select first_at as at from error_kinds where resolved_at is null`,
};

export function queueSizeRows(tx: ReadTx, places: readonly StaffQueue["place"][]): Promise<QueueSizeRow[]> {
  const sizes = places.map(
    (place) => sql`
      select ${place}::text as place, count(*)::int as waiting, min(one.at) as oldest_at
      from (${WAITING[place]} limit ${MOST_COUNTED}) as one`,
  );
  return tx.rows<QueueSizeRow>`${joinFragments(sizes, " union all ")}`;
}
