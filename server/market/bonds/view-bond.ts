/** The bond as its owner sees it beside their offers: what is missing in each coin, what is held, and until when. */
import type { DepositData } from "#contract/market/offers/bonds.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { holdingsOf, lockOf, type Standing, standingsOf, unitsOfEach } from "./rows.ts";

export const missingCents = ({ needed_cents, held_cents }: Standing): bigint =>
  needed_cents > held_cents ? needed_cents - held_cents : 0n;

/** Owners of these whose bond does not cover what their offers need. */
export async function ownersShortOfBond(tx: ReadTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const standings = await standingsOf(tx, userIds);
  return new Set(standings.filter((standing) => missingCents(standing) > 0n).map(({ user_id }) => user_id));
}

export async function viewDepositData(tx: ReadTx, userId: bigint): Promise<DepositData> {
  const standing = onlyRow(await standingsOf(tx, [userId]));
  const missing = missingCents(standing);
  const held = await holdingsOf(tx, userId);
  const lock = held.length > 0 ? await lockOf(tx, userId) : { is_in_trade: false, locked_until: null };
  const options = missing > 0n ? await unitsOfEach(tx, missing) : [];
  return {
    activities: {
      makeDeposit: { isEnabled: options.length > 0, options: options.map(shown) },
      makeWithdraw: {
        isEnabled: held.length > 0 && !lock.is_in_trade && lock.locked_until === null,
        options: held.map(shown),
      },
    },
    bond: {
      behaviour: standing.behaviour,
      neededUsd: dollars(standing.needed_cents),
      heldUsd: dollars(standing.held_cents),
      isInTrade: lock.is_in_trade,
      lockedUntil: lock.locked_until?.toISOString() ?? null,
    },
  };
}

const shown = ({ currency, units }: { currency: CryptoCode; units: bigint }) => ({
  currencyCode: currency,
  missingAmount: displayFromUnits(units, CRYPTO[currency].digits),
});

const dollars = (cents: bigint) => decimalText({ units: cents, digits: 2 });
