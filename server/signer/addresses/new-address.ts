/**
 * A large sum to an address that is new to its sender waits for a day after its proof, by the signer's own record of
 * signed payments and independently of the database. An address is known a day after the first signature for it, or
 * once a payment to it has waited. Until then sums that left without a wait are added up, so that many small sums
 * cannot replace a large one.
 */
import { CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import type { SendOutRecord } from "../records/ledger-record.ts";
import type { SignedEntry, SignedJournal } from "../signing/signed/journal.ts";

export type NewAddressRule = {
  readonly aboveUsd: number;
  readonly hours: number;
  /** In cents: the minimum value of a coin, independent of the stored price. */
  readonly leastPriceCents: Readonly<Record<CryptoCode, bigint>>;
};

/** A tenth above the limit that users see: the price moves between the quote and the signature. */
export const NEW_ADDRESS: NewAddressRule = {
  aboveUsd: 110,
  hours: 24,
  leastPriceCents: { BTC: 20_000_00n, ETH: 500_00n, USDT: 90n },
};

type Signed = Pick<SignedJournal, "find" | "all">;
type At = { readonly rule: NewAddressRule; readonly nowMs: number };

/** Refuses signer.new_address. */
export function checkNewAddress(record: SendOutRecord, journal: Signed, { rule, nowMs }: At): void {
  if (hasWaited(record.provedAgoSec, rule)) return;
  const known = knownTo(record, journal, { rule, nowMs });
  if (known.has(record.destination)) return;
  const quick = journal
    .all()
    .filter((one) => isOf(record, one) && !known.has(one.destination ?? "") && one.atMs > nowMs - msOf(rule));
  const units = quick.reduce((sum, one) => sum + BigInt(one.units), record.units + record.feeUnits);
  if (centsOf(record, { units, rule }) > BigInt(rule.aboveUsd) * 100n)
    throw new SignerRefusal("signer.new_address", `a new address waits ${rule.hours} hours`);
}

const msOf = ({ hours }: NewAddressRule): number => hours * 3_600_000;

const hasWaited = (provedAgoSec: number | null | undefined, rule: NewAddressRule): boolean =>
  typeof provedAgoSec === "number" && provedAgoSec * 1000 >= msOf(rule);

/** Rounded up. */
function centsOf(
  { currency, priceCents }: SendOutRecord,
  { units, rule }: { readonly units: bigint; readonly rule: NewAddressRule },
): bigint {
  const least = rule.leastPriceCents[currency];
  const price = priceCents !== null && priceCents > least ? priceCents : least;
  const one = 10n ** BigInt(CRYPTO[currency].digits);
  return (units * price + one - 1n) / one;
}

const isOf = ({ userId, currency }: SendOutRecord, one: SignedEntry): boolean =>
  one.userId === String(userId) && one.currency === currency;

function knownTo(record: SendOutRecord, journal: Signed, { rule, nowMs }: At): ReadonlySet<string> {
  const makesKnown = (one: SignedEntry) => one.atMs <= nowMs - msOf(rule) || hasWaited(one.provedAgoSec, rule);
  const known = journal.all().filter((one) => isOf(record, one) && one.destination !== undefined && makesKnown(one));
  // Lines of before name neither user nor address; the database's rows of them cannot be changed since.
  const isKnownBefore = record.sameBefore.some((hash) => {
    const one = journal.find(`send_out:${hash}`);
    return one !== undefined && one.destination === undefined && one.userId === undefined && makesKnown(one);
  });
  return new Set([...known.map(({ destination = "" }) => destination), ...(isKnownBefore ? [record.destination] : [])]);
}
