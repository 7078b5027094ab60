/** The balances of a user: available, in escrow, incoming and outgoing, with their value. */
import { type Decimal, fixedText, rounded, times } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { WalletBalances } from "#contract/products/wallet/wallet.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { type Balance, balancesOfEach } from "../../money/ledger/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { fiatDigits } from "./fiat-text.ts";
import { escrowSums, incomingSums } from "./balance-rows.ts";

/** In the given fiat currency; its values are null while a rate is missing. */
export async function viewBalances(
  tx: ReadTx,
  wanted: { readonly userId: bigint; readonly fiat: string },
): Promise<WalletBalances> {
  return onlyRow(await viewBalancesOf(tx, [wanted]));
}

/** The same for many, in the order asked. */
export async function viewBalancesOf(
  tx: ReadTx,
  wanted: readonly { readonly userId: bigint; readonly fiat: string }[],
): Promise<WalletBalances[]> {
  if (wanted.length === 0) return [];
  const userIds = wanted.map(({ userId }) => userId);
  const [own, escrow, incoming, rates] = await Promise.all([
    balancesOfEach(tx, userIds),
    escrowSums(tx, userIds),
    incomingSums(tx, userIds),
    ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [...new Set(wanted.map(({ fiat }) => fiat))] }),
  ]);
  const [inEscrow, comingIn] = [byUser(escrow), byUser(incoming)];
  return wanted.map(({ userId, fiat }, index) => {
    const none = { availableUnits: 0n, heldUnits: 0n, bondUnits: 0n, spotUnits: 0n };
    return viewOne({
      fiat,
      rateOf: (code) => rates.get(`${code}/${fiat}`)?.rate,
      holdings: CRYPTO_CODES.map((code) => ({
        code,
        ...(own[index]?.[code] ?? none),
        escrowUnits: inEscrow.get(`${userId} ${code}`) ?? 0n,
        incomingUnits: comingIn.get(`${userId} ${code}`) ?? 0n,
      })),
    });
  });
}

type Holding = Balance & { readonly code: CryptoCode; readonly escrowUnits: bigint; readonly incomingUnits: bigint };

function byUser(sums: readonly { user_id: bigint; currency: CryptoCode; units: bigint }[]): Map<string, bigint> {
  return new Map(sums.map(({ user_id, currency, units }) => [`${user_id} ${currency}`, units]));
}

function viewOne({
  fiat,
  rateOf,
  holdings,
}: {
  fiat: string;
  rateOf: (code: CryptoCode) => Decimal | undefined;
  holdings: readonly Holding[];
}): WalletBalances {
  const precision = fiatDigits(fiat);
  const worth = (code: CryptoCode, units: bigint): Decimal | undefined => {
    const rate = rateOf(code);
    return rate && rounded(times({ units, digits: CRYPTO[code].digits }, rate), precision, "nearest");
  };
  const text = (value: Decimal | undefined) => (value ? fixedText(value, precision) : null);
  const totals: (Decimal | undefined)[] = [];
  const balances = holdings.map(
    ({ code, availableUnits, heldUnits, bondUnits, spotUnits, escrowUnits, incomingUnits }) => {
      const total = worth(code, availableUnits + heldUnits + bondUnits + spotUnits + escrowUnits);
      totals.push(total);
      const show = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
      return {
        cryptoCurrencyCode: code,
        balance: show(availableUnits),
        escrowAmount: show(escrowUnits),
        heldAmount: show(heldUnits),
        bondAmount: show(bondUnits),
        spotAmount: show(spotUnits),
        incomingAmount: show(incomingUnits),
        fiatBalance: text(worth(code, availableUnits)),
        fiatTotal: text(total),
      };
    },
  );
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
