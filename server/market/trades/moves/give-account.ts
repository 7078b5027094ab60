/** A request for payment details that carries an account: the seller gives one to be paid to, the buyer names the one that pays. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { revealPaymentDetails } from "#contract/market/trades/trade/trades.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { postSystemLines } from "../../chat/index.ts";
import { declarePayer, giveAccount, isPaidToAccount } from "../../payment-accounts/index.ts";
import type { GivenAccount } from "../flows/flow.ts";
import { findTrades, type TradeRow } from "../rows.ts";
import { roleIn } from "../trade.ts";

/** Undefined where the call only asks for the details. */
export function givenIn(body: BodyOf<typeof revealPaymentDetails>): GivenAccount | undefined {
  if (body?.account_id !== undefined) return { accountId: body.account_id };
  return body?.payer_name === undefined ? undefined : { holderName: body.payer_name };
}

/** The parts of a command that carries an account. */
type Giving = { readonly trade: TradeRow; readonly userId: bigint; readonly given: GivenAccount };

/** Returns the trade as it is then, or the refusal, where nothing is written. The trade is locked. */
export async function giveInTrade(tx: Tx, giving: Giving): Promise<TradeRow | Refusal> {
  const { trade, userId } = giving;
  try {
    await (roleIn(trade, userId) === "buyer" ? nameOwn(tx, giving) : giveOwn(tx, giving));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  // The payer is awaited since, or no longer.
  return (await findTrades(tx, [trade.hash])).get(trade.hash) ?? trade;
}

async function nameOwn(tx: Tx, { trade, userId, given }: Giving): Promise<void> {
  const { hash, payment_method_id, no_third_parties: noThirdParties } = trade;
  if (!isPaidToAccount(getPaymentMethod(payment_method_id))) throw new Refusal("payment_account.unfit");
  await declarePayer(tx, { hash, userId, from: given, noThirdParties });
  postSystemLines(tx, [{ ref: hash, key: "payer_named" }]);
}

async function giveOwn(
  tx: Tx,
  { trade: { hash, payment_method_id, flow_type, no_third_parties: noThirdParties }, userId, given }: Giving,
): Promise<void> {
  // The buyer names the paying account.
  if (!("accountId" in given)) throw new Refusal("trade.not_yours");
  // The system has shared one: another in its place is what a thief of accounts would give.
  if (flow_type === "bt-auto") throw new Refusal("trade.wrong_status");
  const method = getPaymentMethod(payment_method_id);
  const kind = await giveAccount(tx, { hash, userId, accountId: given.accountId, method, noThirdParties });
  postSystemLines(tx, [{ ref: hash, key: kind === "bank-account" ? "bank_account_given" : "online_wallet_given" }]);
}
