/** What a user holds, per currency, read from the ledger's accounts. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { accountOf } from "./accounts.ts";
import { balancesByName } from "./rows.ts";

export type Balance = {
  readonly availableUnits: bigint;
  /** For send-outs, and for orders at providers. */
  readonly heldUnits: bigint;
  readonly bondUnits: bigint;
  /** Held by open orders of the spot markets. */
  readonly spotUnits: bigint;
};
export type Balances = Readonly<Record<CryptoCode, Balance>>;

/** The user's balances in base units; zero where nothing was ever posted. Escrow belongs to trades: ask market/trades. */
export async function balancesOf(tx: ReadTx, userId: bigint): Promise<Balances> {
  return onlyRow(await balancesOfEach(tx, [userId]));
}

/** The same for many, in the order asked. */
export async function balancesOfEach(tx: ReadTx, userIds: readonly bigint[]): Promise<Balances[]> {
  const names = userIds.flatMap((userId) =>
    CRYPTO_CODES.flatMap((code) => [
      accountOf.available(userId, code),
      accountOf.held(userId, code),
      accountOf.ordered(userId, code),
      accountOf.bond(userId, code),
      accountOf.spot(userId, code),
    ]),
  );
  const rows = await balancesByName(tx, names);
  const units = new Map(rows.map((row) => [row.name, row.balance_units]));
  return userIds.map((userId) => {
    const of = (code: CryptoCode): Balance => ({
      availableUnits: units.get(accountOf.available(userId, code)) ?? 0n,
      heldUnits: (units.get(accountOf.held(userId, code)) ?? 0n) + (units.get(accountOf.ordered(userId, code)) ?? 0n),
      bondUnits: units.get(accountOf.bond(userId, code)) ?? 0n,
      spotUnits: units.get(accountOf.spot(userId, code)) ?? 0n,
    });
    return { BTC: of("BTC"), ETH: of("ETH"), USDT: of("USDT") };
  });
}
