/** Bonds of many at once, in dollars of a chain, for the seeding of a demo market. */
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { insertDeposits } from "./rows.ts";

/** As if each had deposited so many dollars from their balance. Emits nothing. */
export async function seedBonds(tx: Tx, userIds: readonly bigint[], usd: bigint): Promise<void> {
  const units = usd * 1_000_000n;
  const moves = userIds.map((userId) => ({ userId, hash: ids.hash() }));
  const journals = moves.map(({ userId, hash }) => ({
    kind: "bond_deposit",
    subject: hash,
    postings: [{ from: accountOf.available(userId, "USDT"), to: accountOf.bond(userId, "USDT"), units }],
  }));
  await post(tx, journals);
  await insertDeposits(tx, moves, { units, usdCents: usd * 100n });
}
