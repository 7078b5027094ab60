/** What a user holds, per currency, read from the ledger's accounts. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import type { ReadTx } from "../../platform/db.ts";
import { accountOf } from "./accounts.ts";

export type Balance = { readonly availableUnits: bigint; readonly heldUnits: bigint; readonly bondUnits: bigint };

/** The user's balances in base units; zero where nothing was ever posted. Escrow belongs to trades: ask market/trades. */
export async function balancesOf(tx: ReadTx, userId: bigint): Promise<Record<CryptoCode, Balance>> {
  const names = CRYPTO_CODES.flatMap((code) => [
    accountOf.available(userId, code),
    accountOf.held(userId, code),
    accountOf.bond(userId, code),
  ]);
  const rows = await tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units
    from ledger_accounts
    where name = any(${names})`;
  const units = new Map(rows.map((row) => [row.name, row.balance_units]));
  const of = (code: CryptoCode): Balance => ({
    availableUnits: units.get(accountOf.available(userId, code)) ?? 0n,
    heldUnits: units.get(accountOf.held(userId, code)) ?? 0n,
    bondUnits: units.get(accountOf.bond(userId, code)) ?? 0n,
  });
  return { BTC: of("BTC"), ETH: of("ETH"), USDT: of("USDT") };
}

/** The balance of any account in base units; zero where it was never opened. */
export async function balanceOf(tx: ReadTx, name: string): Promise<bigint> {
  const [row] = await tx.rows<{ balance_units: bigint }>`
    select balance_units
    from ledger_accounts
    where name = ${name}`;
  return row?.balance_units ?? 0n;
}
