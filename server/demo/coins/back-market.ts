/**
 * A market that was seeded without chains owes coins that exist nowhere. Once a chain can be reached, the operator brings
 * the real ones, before the check of the ledger finds them missing and halts money-out.
 */
import type { CryptoCode } from "#contract/money/money.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { chainAssets } from "../../money/custody/index.ts";
import { fundHouse } from "./fund-house.ts";
import { hasUnbackedCoins } from "./backing-rows.ts";

/** The operator's inventory, from which users convert one coin into another. */
export const HOUSE_STOCK: Readonly<Record<CryptoCode, bigint>> = {
  BTC: 500_000_000n,
  ETH: 100_000_000_000n,
  USDT: 400_000_000_000n,
};
const NOTHING: Readonly<Record<CryptoCode, bigint>> = { BTC: 0n, ETH: 0n, USDT: 0n };

export async function backMarket(app: AppPorts): Promise<void> {
  if (!app.chains || !(await app.db.read(hasUnbackedCoins))) return;
  // Looks for the chains; those that cannot be reached are passed over.
  await fundHouse(app, NOTHING);
  const wanted = await app.db.read(wantedInventory);
  if (wanted) await fundHouse(app, wanted);
}

/** What the inventory has to become so that nothing is missing; undefined when nothing is. */
async function wantedInventory(tx: ReadTx): Promise<Record<CryptoCode, bigint> | undefined> {
  const missing = (await chainAssets(tx)).filter(({ assetUnits, owedUnits }) => assetUnits < owedUnits);
  if (missing.length === 0) return undefined;
  const wanted = { ...NOTHING };
  for (const { currency, assetUnits, owedUnits } of missing) {
    const haveUnits = await balanceOf(tx, accountOf.house(currency, "inventory"));
    wanted[currency] = owedUnits - assetUnits + haveUnits + HOUSE_STOCK[currency];
  }
  return wanted;
}
