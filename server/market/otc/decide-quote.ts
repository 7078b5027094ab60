/** The user accepts a quote, which makes the trader's offer for them alone, or declines it. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { standingsOf } from "../../people/accounts/index.ts";
import { createOffer, findOffer } from "../offers/index.ts";
import { amountOf, notify } from "./notify.ts";
import { offerBodyOf } from "./offer-body.ts";
import * as rows from "./rows.ts";

const REFUSES = { unknown: "otc.unknown", state: "otc.ended", late: "otc.late" } as const;

type Deciding = { readonly hash: string; readonly userId: bigint };

/**
 * Returns the hash of the special offer. Refuses otc.unknown, also for another user's, otc.ended (the second time, too), otc.late,
 * rates.stale, rates.divergent, and otc.trader_not_ready where the trader cannot trade now: then the quote stays. Locks the request, the
 * quote and the trader. The trader is notified.
 */
export async function acceptQuote(tx: Tx, { hash, userId }: Deciding): Promise<string> {
  await decide(tx, { hash, userId, accepts: true });
  const quote = await getQuote(tx, hash);
  const trader = (await standingsOf(tx, [quote.trader_id])).get(quote.trader_id);
  if (!trader) throw new Refusal("otc.trader_not_ready");

  const until = new Date(tx.now.getTime() + quote.minutes * 60_000);
  const offer = await createOffer(tx, {
    owner: { userId: quote.trader_id, countryIso: trader.countryIso, level: trader.level },
    body: offerBodyOf(quote),
    special: { partnerId: userId, chatHash: quote.request_hash, until },
  }).catch(refuseTrader);
  // Held for a graver reason, such as too few coins: nobody could trade on it.
  if ((await findOffer(tx, offer))?.hold !== "special") throw new Refusal("otc.trader_not_ready");

  notify(tx, "account.otc_accepted", quote.trader_id, amountOf(quote.units, quote.fiat));
  return offer;
}

/** The request is open again. Refuses otc.unknown, otc.ended, otc.late. The trader is notified. */
export async function declineQuote(tx: Tx, { hash, userId }: Deciding): Promise<void> {
  await decide(tx, { hash, userId, accepts: false });
  const quote = await getQuote(tx, hash);
  notify(tx, "account.otc_ended", quote.trader_id, amountOf(quote.units, quote.fiat));
}

async function decide(tx: Tx, one: Deciding & { accepts: boolean }): Promise<void> {
  const outcome = await rows.decide(tx, one);
  if (outcome !== (one.accepts ? "accepted" : "declined")) throw wordRefusal(outcome, REFUSES);
}

async function getQuote(tx: Tx, hash: string): Promise<rows.AskedRow> {
  const quote = await rows.findQuote(tx, hash);
  if (!quote) throw new Error(`the quote ${hash} is gone`);
  return quote;
}

/** What the trader would have to put right is not for the user to read. */
function refuseTrader(error: unknown): never {
  if (error instanceof Refusal && !error.code.startsWith("rates.")) throw new Refusal("otc.trader_not_ready");
  throw error;
}
