/** Sends what a quote says: checks, proof, and the sum reserved in the ledger. The chain is the payer's job. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { SendOut } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { REFUSES } from "../refusals.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import {
  emitSendOut,
  getOpenRail,
  getSendOutFacts,
  refuseOnHold,
  reserveSendOut,
  viewSendOut,
} from "../../../money/custody/index.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { lockQuote } from "./rows.ts";

/**
 * Takes the user's send-outs one at a time; a quote is taken once. Refuses wallet.quote_unknown, wallet.quote_expired, wallet.quote_taken,
 * wallet.on_hold, wallet.security_hold with the time it ends, wallet.rail_unavailable, auth.password_proof, ledger.halted and
 * ledger.insufficient_balance.
 */
export async function createSendOut(
  tx: Tx,
  { viewer, currency, quoteHash }: { viewer: Viewer; currency: CryptoCode; quoteHash: string },
): Promise<SendOut> {
  const quote = await lockQuote(tx, { userId: viewer.userId, hash: quoteHash });
  const now = await tx.readClock();

  if (quote?.currency !== currency) throw new Refusal("wallet.quote_unknown");
  if (quote.is_taken) throw new Refusal("wallet.quote_taken");
  if (quote.expires_at.getTime() <= now.getTime()) throw new Refusal("wallet.quote_expired");
  await refuseOnHold(tx, viewer.userId);
  await getOpenRail(tx, CHAIN_OF[currency]);

  const hash = ids.hash();
  const outcome = await reserveSendOut(tx, { hash, quoteHash, userId: viewer.userId });
  if (outcome.startsWith("held:")) throw new Refusal("wallet.security_hold", { until: outcome.slice("held:".length) });
  if (outcome !== "reserved")
    throw outcomeRefusal(outcome, { ...REFUSES, unproved: proofRefusal({ kind: "send_out", id: quoteHash }) });

  emitSendOut(tx, { user_id: viewer.userId, currency, hash, units: quote.units }, "pending");
  return viewSendOut(await getSendOutFacts(tx, { userId: viewer.userId, hash }));
}

/** Why the database does not reserve what a moment ago was in order. */
