/** The status of hot and cold coins, for the operator. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { cameApart } from "./cold/arrival-rows.ts";
import { type Float, missingOf } from "./cold/float.ts";
import { readFloat } from "./cold/read-float.ts";
import { findRail } from "./rails/rails.ts";
import { refillsUnderWay } from "./cold/refill/rows.ts";

export type CoinStanding = Float & {
  readonly currency: CryptoCode;
  /** Null where everything stays hot. */
  readonly coldAccount: string | null;
  /** What a refill should bring. */
  readonly missingUnits: bigint;
  /** Coins that came to the cold account by no transfer of ours: they count as cover, and are in no balance. */
  readonly apartUnits: bigint;
  /** Signed and in no block: transactions with what their node said against them. */
  readonly underWay: readonly { readonly txid: string; readonly fault: string | null }[];
};

/** For coins whose chain was reached at least once. */
export async function custodyStatus(tx: ReadTx): Promise<CoinStanding[]> {
  const standings: CoinStanding[] = [];
  for (const currency of CRYPTO_CODES) {
    const rail = await findRail(tx, CHAIN_OF[currency]);
    if (!rail) continue;
    const float = await readFloat(tx, rail, currency);
    const underWay = (await refillsUnderWay(tx, rail.chain)).filter((refill) => refill.currency === currency);
    standings.push({
      ...float,
      currency,
      coldAccount: rail.cold_account,
      missingUnits: missingOf(float),
      apartUnits: rail.cold_account === null ? 0n : await cameApart(tx, currency, rail.cold_account),
      underWay: underWay.map(({ txid, fault }) => ({ txid: txid ?? "", fault })),
    });
  }
  return standings;
}
