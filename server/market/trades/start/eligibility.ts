/**
 * "Can I take this" for a list of offers: the rules by which a start is decided, with facts that are read once for the list. A start
 * decides by refusalsOf, limitRefusal and namingRefusal; listing/eligibility.test.ts compares the two.
 */
import { LEVEL_NUMBERS } from "#contract/compliance/level-names.ts";
import { type Decimal, decimalText, rounded, times } from "#contract/platform/decimal.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { getFiat, needsIdAndAddress, PAYMENT_METHODS } from "../../../reference/catalog/index.ts";
import { EMAIL_LEVEL, levelToCome, UNLIMITED_LEVEL } from "../../../people/accounts/index.ts";
import { fiatPerUsd } from "../../../money/rates/index.ts";
import { type Reader, readerOf } from "../../offers/index.ts";
import { currenciesPaidIn } from "../../payment-accounts/index.ts";
import type { LimitsByLevel } from "./limit-rows.ts";
import { leastLeft, type LimitsOf, readLimits, readUsage, standingOf } from "./limits.ts";

export type EligibleViewer = Pick<
  Viewer,
  "userId" | "level" | "lacks" | "countryIso" | "restrictions" | "blocks" | "roles"
>;

/** The facts by which a list is filtered. */
export type Eligibility = {
  readonly reader: Reader;
  /** Why no trade may start at all: the account has no level, a member of the staff, or too many open trades. */
  readonly closedBy: RefusalCode | undefined;
  /** The most fiat units of a trade by currency; undefined is no limit. */
  readonly most: UnitsByFiat | undefined;
  /** The same by a method with cash. */
  readonly mostCash: UnitsByFiat | undefined;
  /** Undefined for a visitor, who may add an account. */
  readonly paidIn: Awaited<ReturnType<typeof currenciesPaidIn>> | undefined;
  readonly owners: LimitsByLevel;
  readonly unitsPerCent: UnitsByFiat;
};
export type UnitsByFiat = Readonly<Record<string, string>>;

/** What of it is the reader's own: lists are filtered alike for all for whom it is the same. */
export type OwnEligibility = Pick<Eligibility, "closedBy" | "paidIn"> & {
  readonly reader: Omit<Reader, "now">;
  /** The most cents of a trade; undefined is no limit. */
  readonly mostCents: bigint | undefined;
  /** The same by a method with cash. */
  readonly mostCashCents: bigint | undefined;
};

type EligibleReader = { readonly viewer: EligibleViewer | undefined; readonly countryIso: string | undefined };

/** For a viewer, or for a visitor from that country who registers now. An account that lacks its email or name counts as after that step. */
export async function readEligibility(tx: ReadTx, of: EligibleReader): Promise<Eligibility> {
  return eligibilityOf(tx, await readOwnEligibility(tx, of));
}

/** The same as the market stands now. */
export async function eligibilityOf(tx: ReadTx, own: OwnEligibility): Promise<Eligibility> {
  const [limitsOf, perUsd] = await Promise.all([readLimits(tx), fiatPerUsd(tx, "all")]);
  const unitsOf = (cents: bigint | undefined) =>
    cents === undefined
      ? undefined
      : byFiat(perUsd, (rate, digits) =>
          rounded(times({ units: cents, digits: 2 }, rate), digits, "down").units.toString(),
        );
  return {
    reader: { ...own.reader, now: tx.now },
    closedBy: own.closedBy,
    most: unitsOf(own.mostCents),
    mostCash: unitsOf(own.mostCashCents),
    paidIn: own.paidIn,
    owners: limitsByLevel(limitsOf),
    unitsPerCent: byFiat(perUsd, (rate, digits) =>
      decimalText(times({ units: 10n ** BigInt(digits), digits: 2 }, rate)),
    ),
  };
}

export async function readOwnEligibility(
  tx: ReadTx,
  { viewer: reading, countryIso }: EligibleReader,
): Promise<OwnEligibility> {
  const viewer = reading && { ...reading, level: levelToCome(reading) };
  const [{ now: _, ...reader }, limitsOf, usage, paidIn] = await Promise.all([
    readerOf(tx, viewer ? { viewer } : { countryIso }),
    readLimits(tx),
    viewer && readUsage(tx, [viewer.userId]),
    viewer && currenciesPaidIn(tx, viewer.userId),
  ]);
  const found = viewer && usage?.get(viewer.userId);
  const used = found && { ...found, level: viewer.level };
  const byCash = used && limitsOf(used.level).cashCents !== undefined && leastLeft(standingOf(used, limitsOf, CASH));
  const standing = used && standingOf(used, limitsOf);
  const left = standing && leastLeft(standing);
  return {
    reader,
    closedBy: viewer && closedBy(viewer, standing),
    mostCents: left?.cents,
    mostCashCents: byCash ? byCash.cents : undefined,
    paidIn,
  };
}

function closedBy(
  { level, roles }: EligibleViewer,
  standing: ReturnType<typeof standingOf> | undefined,
): RefusalCode | undefined {
  if (level < EMAIL_LEVEL) return "auth.email_unconfirmed";
  if (roles.length > 0) return "auth.staff_account";
  const left = standing?.openTradesLeft;
  return left !== undefined && left <= 0 ? "max_2_active_trades_id_not_verified" : undefined;
}

/** Trades by them are limited without a verified address. */
export const CASH_METHODS = PAYMENT_METHODS.filter(needsIdAndAddress);
const [CASH] = CASH_METHODS;

function byFiat(perUsd: ReadonlyMap<string, Decimal>, of: (rate: Decimal, digits: number) => string): UnitsByFiat {
  return Object.fromEntries([...perUsd].map(([code, rate]) => [code, of(rate, getFiat(code).digits)]));
}

function limitsByLevel(limitsOf: LimitsOf): LimitsByLevel {
  const of = (name: "openCents" | "dayCents" | "lifetimeCents" | "openTrades") =>
    Object.fromEntries(
      Object.values(LEVEL_NUMBERS).flatMap((level) => {
        const limit = limitsOf(level)[name];
        return limit === undefined ? [] : [[String(level), String(limit)] as const];
      }),
    );
  return {
    unlimitedFrom: UNLIMITED_LEVEL,
    open: of("openCents"),
    day: of("dayCents"),
    lifetime: of("lifetimeCents"),
    trades: of("openTrades"),
  };
}
