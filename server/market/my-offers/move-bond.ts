/** An owner deposits or takes back their bond, and their offers come to the market or leave it. */
import type { DepositData } from "#contract/market/offers/bonds.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { depositBond, retrieveBond, viewDepositData } from "../bonds/index.ts";
import { lockOwner, reconsiderOffers } from "../offers/index.ts";

/** Refuses what depositBond refuses. */
export async function moveIntoBond(
  tx: Tx,
  { userId, currency }: { userId: bigint; currency: CryptoCode },
): Promise<DepositData> {
  await lockOwner(tx, userId);
  await depositBond(tx, { userId, currency });
  await reconsiderOffers(tx, [userId]);
  return viewDepositData(tx, userId);
}

/** Refuses what retrieveBond refuses. */
export async function takeBondBack(tx: Tx, userId: bigint): Promise<DepositData> {
  await lockOwner(tx, userId);
  await retrieveBond(tx, userId);
  await reconsiderOffers(tx, [userId]);
  return viewDepositData(tx, userId);
}
