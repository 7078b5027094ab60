/** The trader of a quote agrees to it with the words of the offer, or refuses it. */
import type { answerOtcQuote } from "#contract/market/otc/otc.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { cryptoUnitsOf } from "#contract/money/prices.ts";
import { decimal } from "#contract/platform/decimal.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { balancesOf } from "../../money/ledger/index.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { termsFrom } from "../offers/index.ts";
import { amountOf, notify } from "./notify.ts";
import { offerBodyOf } from "./offer-body.ts";
import * as rows from "./rows.ts";

type Answering = { readonly hash: string; readonly traderId: bigint; readonly body: BodyOf<typeof answerOtcQuote> };

/**
 * Refuses otc.unknown, also for another's, otc.ended, otc.late, otc.coins_missing, and of the words what offers refuse. The user is
 * notified of a price.
 */
export async function answerQuote(tx: Tx, { hash, traderId, body }: Answering): Promise<void> {
  const quote = await rows.findQuote(tx, hash);
  if (!quote || quote.trader_id !== traderId) throw new Refusal("otc.unknown");
  const [terms, details] = [trimmed(body.offer_terms ?? ""), trimmed(body.trade_details ?? "")];
  if (body.agree) {
    await termsFrom(tx, offerBodyOf({ ...quote, terms, details }));
    await refuseTooFewCoins(tx, quote);
  }

  const outcome = await rows.answer(tx, { hash, traderId, agree: body.agree, terms, details });
  if (outcome === "agreed") {
    notify(tx, "account.otc_quoted", quote.user_id, amountOf(quote.units, quote.fiat));
  } else if (outcome !== "refused") {
    throw wordRefusal(outcome, { unknown: "otc.unknown", state: "otc.ended", late: "otc.late" });
  }
}

/** Of a trader who would sell: an offer without the coins could not be traded on. The fee is judged with the offer. */
async function refuseTooFewCoins(tx: ReadTx, quote: rows.AskedRow): Promise<void> {
  if (quote.side !== "buy") return;
  const { digits: cryptoDigits } = CRYPTO[quote.crypto];
  const fiatDigits = getFiat(quote.fiat).digits;
  const needed = cryptoUnitsOf({ fiatUnits: quote.units, fiatDigits, price: decimal(quote.price), cryptoDigits });
  const { availableUnits } = (await balancesOf(tx, quote.trader_id))[quote.crypto];
  if (availableUnits < needed)
    throw new Refusal("otc.coins_missing", { coins: `${displayFromUnits(needed, cryptoDigits)} ${quote.crypto}` });
}
