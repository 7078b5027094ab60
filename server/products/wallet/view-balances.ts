/** What a user holds: free, in escrow, on its way in and out, and what that is worth. */
import { type Decimal, fixedText, rounded, times } from "#contract/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits } from "#contract/money.ts";
import type { WalletBalances } from "#contract/wallet.ts";
import type { ReadTx } from "../../platform/db.ts";
import { balancesOf } from "../../money/ledger/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { fiatDigits } from "./fiat-text.ts";
import { escrowSums, incomingSums } from "./balance-rows.ts";

type Amounts = ReadonlyMap<CryptoCode, bigint>;

/** In the given fiat currency; its values are null while a rate is missing. */
export async function viewBalances(
  tx: ReadTx,
  { userId, fiat }: { userId: bigint; fiat: string },
): Promise<WalletBalances> {
  const own = await balancesOf(tx, userId);
  const escrow = await escrowOf(tx, userId);
  const incoming = await incomingOf(tx, userId);
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [fiat] });
  const precision = fiatDigits(fiat);
  const worth = (code: CryptoCode, units: bigint): Decimal | undefined => {
    const rate = rates.get(`${code}/${fiat}`);
    return rate && rounded(times({ units, digits: CRYPTO[code].digits }, rate.rate), precision, "nearest");
  };
  const text = (value: Decimal | undefined) => (value ? fixedText(value, precision) : null);
  const totals: (Decimal | undefined)[] = [];
  const balances = CRYPTO_CODES.map((code) => {
    const { availableUnits, heldUnits, bondUnits } = own[code];
    const escrowUnits = escrow.get(code) ?? 0n;
    const total = worth(code, availableUnits + heldUnits + bondUnits + escrowUnits);
    totals.push(total);
    const show = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
    return {
      cryptoCurrencyCode: code,
      balance: show(availableUnits),
      escrowAmount: show(escrowUnits),
      heldAmount: show(heldUnits),
      bondAmount: show(bondUnits),
      incomingAmount: show(incoming.get(code) ?? 0n),
      fiatBalance: text(worth(code, availableUnits)),
      fiatTotal: text(total),
    };
  });
  return { fiatCurrencyCode: fiat, fiatPrecision: precision, total: text(sumOf(totals, precision)), balances };
}

function sumOf(values: readonly (Decimal | undefined)[], digits: number): Decimal | undefined {
  let units = 0n;
  for (const value of values) {
    if (!value) return undefined;
    units += value.units;
  }
  return { units, digits };
}

/** What stands in the escrow of open trades that this user sells in. */
async function escrowOf(tx: ReadTx, userId: bigint): Promise<Amounts> {
  const rows = await escrowSums(tx, userId);
  return new Map(rows.map(({ currency, units }) => [currency, units]));
}

async function incomingOf(tx: ReadTx, userId: bigint): Promise<Amounts> {
  const rows = await incomingSums(tx, userId);
  return new Map(rows.map(({ currency, units }) => [currency, units]));
}
