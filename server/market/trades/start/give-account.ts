/** Among the steps of trades: the seller gives an account to be paid to, and the buyer says whose account pays. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import type { revealPaymentDetails } from "#contract/market/trades/trades.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { postSystemLines } from "../../chat/index.ts";
import { declarePayer, giveAccount, isPaidToAccount } from "../../payment-accounts/index.ts";
import { findTrades, lockTrades, type TradeRow } from "../rows.ts";
import { roleIn } from "../trade.ts";
import { type TradeCommand, transitionTrades } from "../moves/transition-trades.ts";

/** One of one's own accounts, or a holder by name. */
export type GivenAccount = { readonly accountId: string } | { readonly holderName: string };

/** Undefined where the call only asks for the details. */
export function givenIn(body: BodyOf<typeof revealPaymentDetails>): GivenAccount | undefined {
  if (body?.account_id !== undefined) return { accountId: body.account_id };
  return body?.payer_name === undefined ? undefined : { holderName: body.payer_name };
}

type Asked = { readonly command: TradeCommand; readonly given: GivenAccount | undefined };

/** What transitionTrades returns, in order; for what is given the trade as it is, or the refusal. Locks all trades in id order. */
export async function transitionOrGive(tx: Tx, asked: readonly Asked[]): Promise<(TradeRow | Refusal)[]> {
  const steps = asked.filter(({ given }) => given === undefined).map(({ command }) => command);
  if (steps.length < asked.length)
    await lockTrades(
      tx,
      asked.map(({ command }) => command.hash),
    );
  const stepped = await transitionTrades(tx, steps);
  const done = new Map(steps.map((command, index) => [command, stepped[index]]));
  for (const { command, given } of asked) if (given) done.set(command, await giveOne(tx, command, given));
  return asked.map(({ command }) => done.get(command) as TradeRow | Refusal);
}

/** Nothing is written where it is refused. */
async function giveOne(tx: Tx, { hash, userId }: TradeCommand, given: GivenAccount): Promise<TradeRow | Refusal> {
  const trade = (await findTrades(tx, [hash])).get(hash);
  const role = trade && roleIn(trade, userId);
  if (!trade || !role) return new Refusal("trade.not_found");
  try {
    if (role === "buyer") await nameOwn(tx, { trade, userId, given });
    else await giveOwn(tx, { trade, userId, given });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  // The payer is awaited since, or no longer.
  return (await findTrades(tx, [hash])).get(hash) ?? trade;
}

type Giving = { readonly trade: TradeRow; readonly userId: bigint; readonly given: GivenAccount };

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
