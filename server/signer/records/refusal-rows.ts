/** The SQL of what the signer refused to sign. */
import type { Tx } from "../../platform/postgres/db.ts";

/** One row for a code, a purpose and an hour: what is refused is often asked again at once. */
export async function noteRefusal(
  tx: Tx,
  { code, purpose, payment }: { code: string; purpose: string; payment: string },
): Promise<void> {
  await tx.rows`
    insert into signer_refusals (code, purpose, hour, payment, times, last_at)
    values (${code}, ${purpose}, date_trunc('hour', ${tx.now}::timestamptz, 'UTC'), ${payment}, 1, ${tx.now})
    on conflict (code, purpose, hour) do update
    set times = signer_refusals.times + 1, payment = excluded.payment, last_at = excluded.last_at`;
}
