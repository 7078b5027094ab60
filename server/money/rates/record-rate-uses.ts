/** Keeps the rate that something was decided by. */
import { decimalText } from "#contract/decimal.ts";
import type { Tx } from "../../platform/db.ts";
import type { Rate } from "./rate.ts";

/** One row a subject ("trade:<hash>", "conversion:<id>") and pair; a second call for the same changes nothing. */
export function recordRateUses(tx: Tx, uses: readonly { subject: string; rate: Rate }[]): void {
  if (uses.length === 0) return;
  tx.later(tx.rows`
    insert into rate_uses (subject, crypto, fiat, rate, as_of, source, used_at)
    select subject, crypto, fiat, rate, as_of, source, ${tx.now}
    from unnest(
      ${uses.map((use) => use.subject)}::text[], ${uses.map((use) => use.rate.crypto)}::text[],
      ${uses.map((use) => use.rate.fiat)}::text[], ${uses.map((use) => decimalText(use.rate.rate))}::numeric[],
      ${uses.map((use) => use.rate.asOf)}::timestamptz[],
      ${uses.map((use) => (use.rate.state === "recorded" ? "recorded" : "live"))}::text[]
    ) as use (subject, crypto, fiat, rate, as_of, source)
    on conflict do nothing`);
}
