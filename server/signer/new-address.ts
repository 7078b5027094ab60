/**
 * What is worth much and goes where nothing of this user's went before waits for a day from its proof, whatever the database
 * says of it: by the signer's own record of what it signed.
 */
import { CRYPTO, type CryptoCode } from "#contract/money.ts";
import { SignerRefusal } from "../platform/outside/signer.ts";
import type { SendOutRecord } from "./ledger-record.ts";
import type { SignedJournal } from "./signed-journal.ts";

export type NewAddressRule = {
  readonly aboveUsd: number;
  readonly hours: number;
  /** In cents: what a coin counts for at least, whatever somebody wrote as its price. */
  readonly leastPriceCents: Readonly<Record<CryptoCode, bigint>>;
};

/** A tenth above what people are told: the price moves between the quote and the signature. */
export const NEW_ADDRESS: NewAddressRule = {
  aboveUsd: 110,
  hours: 24,
  leastPriceCents: { BTC: 20_000_00n, ETH: 500_00n, USDT: 90n },
};

/** Refuses signer.new_address. */
export function checkNewAddress(
  record: SendOutRecord,
  journal: Pick<SignedJournal, "find">,
  rule: NewAddressRule = NEW_ADDRESS,
): void {
  if (centsOf(record, rule) <= BigInt(rule.aboveUsd) * 100n || isPaidBefore(record, journal)) return;
  if (record.provedAgoSec === null || record.provedAgoSec < rule.hours * 3600)
    throw new SignerRefusal("signer.new_address", `a new address waits ${rule.hours} hours`);
}

/** Rounded up. */
function centsOf(
  { currency, units, feeUnits, priceCents }: SendOutRecord,
  { leastPriceCents }: NewAddressRule,
): bigint {
  const least = leastPriceCents[currency];
  const price = priceCents !== null && priceCents > least ? priceCents : least;
  const one = 10n ** BigInt(CRYPTO[currency].digits);
  return ((units + feeUnits) * price + one - 1n) / one;
}

/** Lines of before say neither whose they were nor whom they went to; the database's rows of them cannot be changed since. */
function isPaidBefore(
  { userId, destination, sameBefore }: SendOutRecord,
  journal: Pick<SignedJournal, "find">,
): boolean {
  return sameBefore.some((hash) => {
    const signed = journal.find(`send_out:${hash}`);
    if (!signed) return false;
    return (signed.destination ?? destination) === destination && (signed.userId ?? String(userId)) === String(userId);
  });
}
