/** What a user can order with, and what open orders hold. */
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import type { SpotBalance } from "#contract/products/spot/spot.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { balancesOf } from "../../../money/ledger/index.ts";

export async function viewSpotBalances(tx: ReadTx, userId: bigint): Promise<SpotBalance[]> {
  const balances = await balancesOf(tx, userId);
  return CRYPTO_CODES.map((code) => {
    const show = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
    return { code, available: show(balances[code].availableUnits), inOrders: show(balances[code].spotUnits) };
  });
}
