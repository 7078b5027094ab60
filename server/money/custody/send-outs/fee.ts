/** What a send-out costs its sender: the network's price now with a reserve, and never less than a dollar. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO, type CryptoCode, divideUp } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { getTradableRate, rateOf, unitsWorth } from "../../rates/index.ts";
import { bitcoinScript } from "../../../platform/outside/chains/chain-keys.ts";
import { chooseCoins, feeFor, vbytesOf } from "../coins/choose-coins.ts";
import { freeCoins } from "../coins/coin-rows.ts";
import { bitcoinChainOf, type OpenRail } from "../rails/rails.ts";

/** Twelve tenths of the network's price. */
const RESERVE = { numerator: 12n, denominator: 10n };
export const SMALLEST_FEE_USD_CENTS = 100n;
export const GAS = { ETH: 21_000n, USDT: 100_000n } as const;
const WEI_PER_GWEI = 1_000_000_000n;

/** In ledger units of the coin that is sent. Refuses wallet.fee_unknown, rates.unknown, rates.stale, rates.divergent. */
export async function sendOutFee(
  tx: Tx,
  rail: OpenRail,
  { currency, units, destination }: { currency: CryptoCode; units: bigint; destination: string },
): Promise<bigint> {
  if (rail.fee_price === null) throw new Refusal("wallet.fee_unknown");
  const rate = await getTradableRate(tx, currency, "USD");
  const network =
    CHAIN_OF[currency] === "bitcoin"
      ? await bitcoinNetworkFee(tx, rail, { units, destination, ratePerKvb: BigInt(rail.fee_price) })
      : await ethereumNetworkFee(tx, currency, BigInt(rail.fee_price));
  const fee = divideUp(network * RESERVE.numerator, RESERVE.denominator);
  const smallest = unitsWorth(SMALLEST_FEE_USD_CENTS, currency, rate);
  if (fee < smallest) return smallest;
  return fee;
}

async function bitcoinNetworkFee(
  tx: Tx,
  rail: OpenRail,
  { units, destination, ratePerKvb }: { units: bigint; destination: string; ratePerKvb: bigint },
): Promise<bigint> {
  const scriptBytes = bitcoinScript(destination, bitcoinChainOf(rail))?.length;
  if (scriptBytes === undefined) throw new Error(`there is no address ${destination}`);
  const choice = chooseCoins({
    coins: await freeCoins(tx),
    units,
    scriptBytes,
    ratePerKvb,
    mostFeeUnits: units + 1_000_000n,
  });
  // Nothing to choose from now: the usual two inputs and two outputs.
  return choice?.feeUnits ?? feeFor(vbytesOf({ inputs: 2, scriptBytes: [scriptBytes, 22] }), ratePerKvb);
}

async function ethereumNetworkFee(tx: ReadTx, currency: CryptoCode, weiPerGas: bigint): Promise<bigint> {
  if (currency !== "USDT") return divideUp(weiPerGas * GAS.ETH, WEI_PER_GWEI);
  const ether = await getTradableRate(tx, "ETH", "USD");
  const tether = await rateOf(tx, "USDT", "USD");
  if (!tether) throw new Refusal("rates.unknown");
  const gwei = divideUp(weiPerGas * GAS.USDT, WEI_PER_GWEI);
  // Gwei to cents of the dollar to tokens; each step rounds up.
  const cents = divideUp(gwei * ether.rate.units * 100n, 10n ** BigInt(CRYPTO.ETH.digits + ether.rate.digits));
  return unitsWorth(cents, "USDT", tether);
}
