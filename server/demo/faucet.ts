/** Test coins: the wish of a user in the demo market, and the job that has them mined to his own address. */
import { amountFault, CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money.ts";
import { fieldRefusal, Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import type { Tx } from "../platform/db.ts";
import type { Chains } from "../platform/outside/chains.ts";
import { CHAIN_OF, CHAIN_UNITS, getOpenRail, giveDepositAddress } from "../money/custody/index.ts";

/** In ledger units, at once; and how often in a day. */
export const FAUCET_MOST: Readonly<Record<CryptoCode, bigint>> = {
  BTC: 100_000_000n,
  ETH: 20_000_000_000n,
  USDT: 20_000_000_000n,
};
const WISHES_A_DAY = 20;

/** Refuses wallet.rail_unavailable, also on a chain that is not play; money.*, wallet.faucet_amount, wallet.faucet_limit. */
export async function wishCoins(
  tx: Tx,
  { userId, currency, amount }: { userId: bigint; currency: CryptoCode; amount: string },
) {
  const { digits } = CRYPTO[currency];
  const fault = amountFault(amount, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits });
  const units = unitsFromDisplay(amount, digits);
  if (units <= 0n || units > FAUCET_MOST[currency]) {
    throw fieldRefusal("wallet.faucet_amount", "amount", { largest: displayFromUnits(FAUCET_MOST[currency], digits) });
  }
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  if (!rail.is_test) throw new Refusal("wallet.rail_unavailable", { reason: "This chain has no test coins." });
  const { address } = await giveDepositAddress(tx, { userId, currency });
  const [day] = await tx.rows<{ wishes: number }>`
    select count(*)::int as wishes
    from faucet_wishes
    where user_id = ${userId} and wished_at > ${tx.now}::timestamptz - interval '1 day'`;
  if ((day?.wishes ?? 0) >= WISHES_A_DAY) throw new Refusal("wallet.faucet_limit");
  const [wish] = await tx.rows<{ id: bigint }>`
    insert into faucet_wishes (user_id, currency, units, address, wished_at)
    values (${userId}, ${currency}, ${units}, ${address}, ${tx.now})
    returning id`;
  return { id: String(wish?.id), cryptoCurrencyCode: currency, amount: displayFromUnits(units, digits), address };
}

type Wish = { id: bigint; currency: CryptoCode; units: bigint; address: string };

/** Job. A crash between the mark and the coins gives nothing: the user asks again. */
export async function grantWishes({ db, chains, log }: AppPorts): Promise<void> {
  if (!chains) return;
  for (;;) {
    const [wish] = await db.tx(
      (tx) => tx.rows<Wish>`
        update faucet_wishes
        set begun_at = ${tx.now}
        where id = (select id from faucet_wishes where begun_at is null order by id limit 1 for update skip locked)
        returning id, currency, units, address`,
    );
    if (!wish) return;
    try {
      const txid = await give(chains, wish);
      await db.tx((tx) => tx.rows`update faucet_wishes set txid = ${txid} where id = ${wish.id}`);
    } catch (error) {
      const fault = error instanceof Error ? error.message.slice(0, 300) : "unknown";
      log.warn({ fault, wish: wish.id.toString() }, "a wish for test coins was not granted");
      await db.tx((tx) => tx.rows`update faucet_wishes set fault = ${fault} where id = ${wish.id}`);
    }
  }
}

/** New coins to any address of a development chain. Throws where the chain has no faucet. */
export async function give(
  { bitcoin, ethereum }: Chains,
  { currency, units, address }: Pick<Wish, "currency" | "units" | "address">,
): Promise<string> {
  const rail = currency === "BTC" ? bitcoin : ethereum;
  if ("fault" in rail || !rail.faucet) throw new Error(`there is no faucet for ${currency}`);
  if ("giveUnits" in rail.faucet) return rail.faucet.giveUnits(address, units);
  const amount = units * CHAIN_UNITS[currency];
  return currency === "ETH" ? rail.faucet.giveWei(address, amount) : rail.faucet.giveTokens(address, amount);
}
