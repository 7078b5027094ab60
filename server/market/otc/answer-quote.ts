/** The trader of a quote agrees to it with the words of the offer, or refuses it. */
import type { answerOtcQuote } from "#contract/market/otc/otc.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { termsFrom } from "../offers/index.ts";
import { amountOf, notify } from "./notify.ts";
import { offerBodyOf } from "./offer-body.ts";
import * as rows from "./rows.ts";

type Answering = { readonly hash: string; readonly traderId: bigint; readonly body: BodyOf<typeof answerOtcQuote> };

/** Refuses otc.unknown, also for another's, otc.ended, otc.late, and of the words what offers refuse. The user is notified of a price. */
export async function answerQuote(tx: Tx, { hash, traderId, body }: Answering): Promise<void> {
  const quote = await rows.findQuote(tx, hash);
  if (!quote || quote.trader_id !== traderId) throw new Refusal("otc.unknown");
  const [terms, details] = [trimmed(body.offer_terms ?? ""), trimmed(body.trade_details ?? "")];
  if (body.agree) await termsFrom(tx, offerBodyOf({ ...quote, terms, details }));

  const outcome = await rows.answer(tx, { hash, traderId, agree: body.agree, terms, details });
  if (outcome === "agreed") {
    notify(tx, "account.otc_quoted", quote.user_id, amountOf(quote.units, quote.fiat));
  } else if (outcome !== "refused") {
    throw wordRefusal(outcome, { unknown: "otc.unknown", state: "otc.ended", late: "otc.late" });
  }
}
