/** The SQL of what happens to tickets by time. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

const AT_ONCE = 100;

/** Staff have waited for the person for so long. */
export async function silentTickets(tx: ReadTx, days: number): Promise<string[]> {
  const rows = await tx.rows<{ number: string }>`
    select number
    from support_tickets
    where status = 'waiting' and last_at < ${tx.now}::timestamptz - make_interval(days => ${days})
    order by last_at
    limit ${AT_ONCE}`;
  return rows.map(({ number }) => number);
}

/** Solved ones that nobody opened again. Returns how many. */
export async function closeSolved(tx: Tx, days: number): Promise<number> {
  const rows = await tx.rows`
    with closed as (
      update support_tickets
      set status = 'closed', closed_at = ${tx.now}
      where id in (
        select id
        from support_tickets
        where status = 'solved' and solved_at < ${tx.now}::timestamptz - make_interval(days => ${days})
        order by solved_at
        limit ${AT_ONCE}
        for update skip locked)
      returning id)
    insert into support_events (ticket_id, kind, at)
    select id, 'closed', ${tx.now} from closed
    returning id`;
  return rows.length;
}

/** The platform was down: staff have so much longer. */
export async function moveClocks(tx: Tx, outageMs: number): Promise<void> {
  await tx.rows`
    update support_tickets
    set reply_due = reply_due + make_interval(secs => ${outageMs / 1000}),
        solve_due = solve_due + make_interval(secs => ${outageMs / 1000}),
        first_reply_due = case
          when answered_at is null then first_reply_due + make_interval(secs => ${outageMs / 1000})
          else first_reply_due
        end
    where due_at is not null`;
}

/** For the metrics: what is past its clock, and what is not. */
export async function countClocks(tx: ReadTx): Promise<Record<string, number>> {
  const [row] = await tx.rows<{ late: number; in_time: number }>`
    select count(*) filter (where due_at <= ${tx.now})::int as late, count(*) filter (where due_at > ${tx.now})::int as in_time
    from support_tickets
    where due_at is not null`;
  return { late: row?.late ?? 0, in_time: row?.in_time ?? 0 };
}
