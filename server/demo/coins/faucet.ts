/** Test coins: the wish of a user in the demo market, and the job that has them mined to their own address. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { amountFault, CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Chains } from "../../platform/outside/chains/chains.ts";
import { type AddressKey, CHAIN_UNITS, getOpenRail, giveDepositAddress } from "../../money/custody/index.ts";
import { beginWish, countWishes, insertWish, setFault, setGranted, type Wish } from "./faucet-rows.ts";

/** In ledger units, at once; and how often in a day. */
export const FAUCET_MOST: Readonly<Record<CryptoCode, bigint>> = {
  BTC: 100_000_000n,
  ETH: 20_000_000_000n,
  USDT: 20_000_000_000n,
};
const WISHES_A_DAY = 20;

export type CoinsWished = {
  readonly userId: bigint;
  readonly currency: CryptoCode;
  readonly amount: string;
  readonly prepared: AddressKey;
};

/** In ledger units. Refuses money.* and wallet.faucet_amount: before an address is made, which stays. */
export function wishedUnits({ currency, amount }: Pick<CoinsWished, "currency" | "amount">): bigint {
  const { digits } = CRYPTO[currency];
  const fault = amountFault(amount, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits });
  const units = unitsFromDisplay(amount, digits);
  if (units <= 0n || units > FAUCET_MOST[currency]) {
    throw fieldRefusal("wallet.faucet_amount", "amount", { largest: displayFromUnits(FAUCET_MOST[currency], digits) });
  }
  return units;
}

/** Refuses wallet.rail_unavailable, also on a chain that is not play; money.*, wallet.faucet_amount, wallet.faucet_limit. */
export async function wishCoins(tx: Tx, { userId, currency, amount, prepared }: CoinsWished) {
  const units = wishedUnits({ currency, amount });
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  if (!rail.is_test) throw new Refusal("wallet.rail_unavailable", { reason: "This chain has no test coins." });
  const { address } = await giveDepositAddress(tx, { userId, currency }, prepared);
  const wishes = await countWishes(tx, userId);
  if (wishes >= WISHES_A_DAY) throw new Refusal("wallet.faucet_limit");
  const wish = await insertWish(tx, { userId, currency, units, address });
  return {
    id: String(wish),
    cryptoCurrencyCode: currency,
    amount: displayFromUnits(units, CRYPTO[currency].digits),
    address,
  };
}

/** Job. A crash between the mark and the coins gives nothing: the user asks again. */
export async function grantWishes({ db, chains, log }: AppPorts): Promise<void> {
  if (!chains) return;
  for (;;) {
    const wish = await db.tx((tx) => beginWish(tx));
    if (!wish) return;
    try {
      const txid = await give(chains, wish);
      await db.tx((tx) => setGranted(tx, wish.id, txid));
    } catch (error) {
      const fault = error instanceof Error ? error.message.slice(0, 300) : "unknown";
      log.warn({ fault, wish: wish.id.toString() }, "a wish for test coins was not granted");
      await db.tx((tx) => setFault(tx, wish.id, fault));
    }
  }
}

/** New coins to any address of a development chain. Throws where the chain has no faucet. */
export async function give(
  { bitcoin, ethereum }: Chains,
  { currency, units, address }: Pick<Wish, "currency" | "units" | "address">,
): Promise<string> {
  const rail = CHAIN_OF[currency] === "bitcoin" ? bitcoin : ethereum;
  if ("fault" in rail || !rail.faucet) throw new Error(`there is no faucet for ${currency}`);
  if ("giveUnits" in rail.faucet) return rail.faucet.giveUnits(address, units);
  const amount = units * CHAIN_UNITS[currency];
  return currency === "ETH" ? rail.faucet.giveWei(address, amount) : rail.faucet.giveTokens(address, amount);
}
