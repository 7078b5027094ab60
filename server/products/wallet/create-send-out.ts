/** Sends what a quote says: checks, proof, and the sum reserved in the books. The chain is the payer's job. */
import { Refusal } from "#contract/refusals.ts";
import type { SendOut } from "#contract/wallet.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { accountOf, post, refuseWhenHalted } from "../../money/ledger/index.ts";
import { RESTRICTED_SEND_OUT_DELAY_HOURS } from "../../people/accounts/index.ts";
import { spendProof } from "../../people/auth/index.ts";
import {
  CHAIN_OF,
  getOpenRail,
  getSendOutFacts,
  insertSendOut,
  refuseOnHold,
  emitSendOut,
  viewSendOut,
} from "../../money/custody/index.ts";
import type { CryptoCode } from "#contract/money.ts";

const HOUR_MS = 3_600_000;

type QuoteRow = {
  id: bigint;
  user_id: bigint;
  currency: CryptoCode;
  destination: string;
  units: bigint;
  fee_units: bigint;
  usd_value: string;
  expires_at: Date;
  is_taken: boolean;
};

/**
 * Takes the user's send-outs one at a time; a quote is taken once. Refuses wallet.quote_unknown, wallet.quote_expired, wallet.quote_taken,
 * wallet.on_hold, wallet.rail_unavailable, auth.password_proof, auth.proof_limit, ledger.halted and
 * ledger.insufficient_balance.
 */
export async function createSendOut(
  tx: Tx,
  { viewer, currency, quoteHash }: { viewer: Viewer; currency: CryptoCode; quoteHash: string },
): Promise<SendOut> {
  const quote = await findQuoteAlone(tx, { userId: viewer.userId, hash: quoteHash });
  const now = await tx.readClock();

  if (quote?.currency !== currency) throw new Refusal("wallet.quote_unknown");
  if (quote.is_taken) throw new Refusal("wallet.quote_taken");
  if (quote.expires_at.getTime() <= now.getTime()) throw new Refusal("wallet.quote_expired");
  await refuseWhenHalted(tx, "money_out", `${CHAIN_OF[currency]}_out`, "ledger");
  await refuseOnHold(tx, viewer.userId);
  await getOpenRail(tx, CHAIN_OF[currency]);
  await refuseAbovePasswordLimit(tx, quote);
  const hash = ids.hash();
  const subject = `send_out_reserve:${hash}`;
  await spendProof(tx, { kind: "send_out", subject, userId: viewer.userId, sessionId: viewer.sessionId });

  const delayHours = viewer.restrictions.includes("restricted") ? RESTRICTED_SEND_OUT_DELAY_HOURS : 0;
  const dueAt = new Date(now.getTime() + delayHours * HOUR_MS);
  await insertSendOut(tx, { ...quote, hash, quote_id: quote.id, created_at: now, due_at: dueAt });

  const from = accountOf.available(viewer.userId, currency);
  const to = accountOf.held(viewer.userId, currency);
  await post(tx, [
    { kind: "send_out_reserve", subject: hash, postings: [{ from, to, units: quote.units + quote.fee_units }] },
  ]);

  emitSendOut(tx, { user_id: viewer.userId, currency, hash, units: quote.units }, "reserved");
  return viewSendOut(await getSendOutFacts(tx, { userId: viewer.userId, hash }));
}

/** A user's send-outs go one after the other, so that the quote and the daily sum are read as they are. */
async function findQuoteAlone(
  tx: ReadTx,
  { userId, hash }: { userId: bigint; hash: string },
): Promise<QuoteRow | undefined> {
  await tx.rows`select pg_advisory_xact_lock(7265040, hashint8(${userId})) is null as locked`;
  const [quote] = await tx.rows<QuoteRow>`
    select id, user_id, currency, destination, units, fee_units, usd_value, expires_at,
           exists (select from send_outs where quote_id = send_out_quotes.id) as is_taken
    from send_out_quotes
    where hash = ${hash} and user_id = ${userId}`;
  return quote;
}

/** On a password alone only so much leaves in a day. Refuses auth.proof_limit with what is left. */
async function refuseAbovePasswordLimit(tx: ReadTx, quote: QuoteRow): Promise<void> {
  const { "wallet.password_limit_usd": limit } = await readSettings(tx, ["wallet.password_limit_usd"]);
  const [day] = await tx.rows<{ is_above: boolean; left: string }>`
    select coalesce(sum(usd_value), 0) + ${quote.usd_value}::numeric > ${limit}::numeric as is_above,
           greatest(0, ${limit}::numeric - coalesce(sum(usd_value), 0))::text as left
    from send_outs
    where user_id = ${quote.user_id} and status not in ('failed', 'cancelled')
      and created_at > ${tx.now}::timestamptz - interval '1 day'`;
  if (day?.is_above) throw new Refusal("auth.proof_limit", { limitUsd: limit, leftUsd: day.left });
}
