/** The maximum loss while a process is taken over, from docs/threat-model.md, in dollars of the attempt's day. */
import type pg from "pg";
import type { TakenOver } from "./attempt.ts";
import { SURPLUS } from "./own-node.ts";

export type Bound = { readonly usd: number; readonly is: string };

export async function boundsOf(owner: pg.Pool): Promise<Readonly<Record<TakenOver, Bound>>> {
  const { rows } = await owner.query<{ crypto: string; rate: string }>(
    "select crypto, rate from rates where fiat = 'USD'",
  );
  const usdOf = (code: string, units: bigint) =>
    (Number(units) / 10 ** (DIGITS[code] ?? 0)) * Number(rows.find(({ crypto }) => crypto === code)?.rate);
  const inventory = await owner.query<{ code: string; units: string }>(
    `select split_part(name, ':', 2) as code, balance_units as units
     from ledger_accounts
     where name like 'house:%:inventory'`,
  );
  const inventoryUsd = inventory.rows.reduce((sum, { code, units }) => sum + usdOf(code, BigInt(units)), 0);
  return {
    web: {
      usd: 1000,
      is: "a thousand by one moderator's word, or one open trade (here of at most that) by a passkey's; 500 by a password",
    },
    worker: { usd: inventoryUsd, is: "what the operator has to convert with" },
    lightning: {
      usd: usdOf("BTC", 100_000_000n),
      is: "what invoices may bring in a day, here a bitcoin; and what its channels hold on our side",
    },
    chain: {
      usd: usdOf("BTC", SURPLUS),
      is: "what the operator has beside what it owes, here a hundredth of a bitcoin",
    },
  };
}

const DIGITS: Readonly<Record<string, number>> = { BTC: 8, ETH: 9, USDT: 6 };
