/** Limits of the amount and number of withdrawals: the signer's own, which no other process reads or writes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { NEW_ADDRESS, type NewAddressRule } from "../addresses/new-address.ts";
import type { SignedEntry } from "../signing/signed/journal.ts";

/** Of one coin, in the ledger's units. */
export type CoinLimits = {
  /** For one send-out. */
  readonly eachUnits: bigint;
  readonly hourlyUnits: bigint;
  readonly dailyUnits: bigint;
  /** For one user. */
  readonly userDailyUnits: bigint;
  /** How many send-outs. */
  readonly perHour: number;
};
/** Of our own moves, and of what the operator pays for the network. */
export type OwnLimits = {
  /** How many sweeps, gifts of gas and moves to the cold account. */
  readonly perHour: number;
  /** In gwei: what our own moves and token payments may cost together. */
  readonly dailyFeeUnits: bigint;
  /** In satoshi: what moves of bitcoin to the cold account may cost together. */
  readonly dailyBitcoinFeeUnits: bigint;
};
export type Limits = Readonly<Record<string, CoinLimits>>;

export const LIMITS = {
  BTC: {
    eachUnits: 10_00000000n,
    hourlyUnits: 20_00000000n,
    dailyUnits: 50_00000000n,
    userDailyUnits: 15_00000000n,
    perHour: 300,
  },
  ETH: {
    eachUnits: 200_000000000n,
    hourlyUnits: 400_000000000n,
    dailyUnits: 1000_000000000n,
    userDailyUnits: 300_000000000n,
    perHour: 300,
  },
  USDT: {
    eachUnits: 500_000_000000n,
    hourlyUnits: 1_000_000_000000n,
    dailyUnits: 2_000_000_000000n,
    userDailyUnits: 750_000_000000n,
    perHour: 300,
  },
} satisfies Limits;

export const OWN_LIMITS: OwnLimits = {
  perHour: 1200,
  dailyFeeUnits: 5_000000000n,
  dailyBitcoinFeeUnits: 1_000000n,
};

type Written = Readonly<Record<string, Readonly<Record<string, string | number>>>>;
export type Rules = { readonly limits: Limits; readonly own: OwnLimits; readonly newAddress: NewAddressRule };

/**
 * The limits of this installation: the defaults above, or the values of `limits.json` beside the seed, as
 * {"BTC": {"eachUnits": "1000000000", "perHour": 300}, "own": {"perHour": 1200}, "newAddress": {"aboveUsd": 50}}. Missing
 * values keep their defaults.
 */
export function readLimits(folder: string): Rules {
  const path = join(folder, "limits.json");
  if (!existsSync(path)) return { limits: LIMITS, own: OWN_LIMITS, newAddress: NEW_ADDRESS };
  const { own, newAddress, ...coins }: Written = JSON.parse(readFileSync(path, "utf8"));
  const limits = Object.entries(coins).map(([code, written]) => {
    const usual = (LIMITS as Limits)[code];
    if (!usual) throw new Error(`${path}: there is no coin ${code}`);
    return [code, withWritten(usual, written, `${path}: ${code}`)] as const;
  });
  return {
    limits: { ...LIMITS, ...Object.fromEntries(limits) },
    own: withWritten(OWN_LIMITS, own ?? {}, `${path}: own`),
    newAddress: withWritten(NEW_ADDRESS, newAddress ?? {}, `${path}: newAddress`),
  };
}

function withWritten<L extends object>(usual: L, written: Written[string], place: string): L {
  const read = Object.entries(written).map(([name, value]) => {
    if (!(name in usual)) throw new Error(`${place}: there is no limit ${name}`);
    if (!/^\d+$/.test(String(value))) throw new Error(`${place}: ${name} is no whole number`);
    return [name, typeof usual[name as keyof L] === "bigint" ? BigInt(value) : Number(value)] as const;
  });
  return { ...usual, ...Object.fromEntries(read) };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Leaving = { readonly currency: string; readonly leavingUnits: bigint; readonly userId: bigint };

/** Refuses past the limits for each, for an hour and a day, and for one user's day, measured on what was really signed. */
export function checkLimits(
  { currency, leavingUnits, userId }: Leaving,
  signed: readonly SignedEntry[],
  nowMs: number,
  limits: Limits = LIMITS,
): void {
  const limit = limits[currency];
  if (!limit) throw new SignerRefusal("signer.currency", `no limits are set for ${currency}`);
  if (leavingUnits > limit.eachUnits) throw new SignerRefusal("signer.each_cap", "above the limit for one send-out");
  const day = signed.filter(
    (entry) => entry.currency === currency && entry.units !== "0" && entry.atMs > nowMs - DAY_MS,
  );
  const hour = day.filter((entry) => entry.atMs > nowMs - HOUR_MS);
  if (sumOf(day) + leavingUnits > limit.dailyUnits)
    throw new SignerRefusal("signer.daily_cap", "above the limit for one day");
  if (sumOf(hour) + leavingUnits > limit.hourlyUnits)
    throw new SignerRefusal("signer.hourly_cap", "above the limit for one hour");
  const mine = day.filter((entry) => entry.userId === userId.toString());
  if (sumOf(mine) + leavingUnits > limit.userDailyUnits)
    throw new SignerRefusal("signer.user_cap", "above the limit for one user's day");
  if (hour.length >= limit.perHour) throw new SignerRefusal("signer.velocity", "too many send-outs within an hour");
}

/** Refuses more moves of our own within an hour, and more fees of the operator's within a day, than there are limits for. */
export function checkOwnLimits(
  { isOwnMove, feeUnits, isBitcoin = false }: { isOwnMove: boolean; feeUnits: bigint; isBitcoin?: boolean },
  signed: readonly SignedEntry[],
  nowMs: number,
  own = OWN_LIMITS,
): void {
  const moves = signed.filter((entry) => !entry.payment.startsWith("send_out:") && entry.atMs > nowMs - HOUR_MS);
  if (isOwnMove && moves.length >= own.perHour)
    throw new SignerRefusal("signer.own_velocity", "too many moves of our own within an hour");
  const paid = signed
    .filter((entry) => (entry.currency === "BTC") === isBitcoin && entry.atMs > nowMs - DAY_MS)
    .reduce((sum, entry) => sum + BigInt(entry.feeUnits ?? 0), 0n);
  if (paid + feeUnits > (isBitcoin ? own.dailyBitcoinFeeUnits : own.dailyFeeUnits))
    throw new SignerRefusal("signer.own_fees", "the network takes too much from the operator within a day");
}

function sumOf(entries: readonly SignedEntry[]): bigint {
  return entries.reduce((sum, { units }) => sum + BigInt(units), 0n);
}
