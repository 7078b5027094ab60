/** The summary that one user sees of others: one query for any number of them. */
import { avatarUrl } from "#contract/people/avatar.ts";
import type { UserSummary } from "#contract/people/accounts.ts";
import { localeOf } from "#contract/platform/locales.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { unseal } from "../../platform/sealed.ts";
import { countryName } from "../../reference/catalog/index.ts";
import { companyShownAs, lastSeenOf, shownName } from "../accounts/index.ts";
import { type SummaryRow, summaryRows } from "./rows.ts";

/** By user id, as one viewer or a visitor sees them: in their own language, or in this one. */
export async function summariesOf(
  tx: ReadTx,
  {
    userIds,
    viewerId,
    locale,
  }: { userIds: readonly bigint[]; viewerId?: bigint | undefined; locale?: string | undefined },
): Promise<Map<bigint, UserSummary>> {
  if (userIds.length === 0) return new Map();
  const rows = await summaryRows(
    tx,
    userIds.map((userId) => ({ userId, viewerId })),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      summaryOf(row, { now: tx.now, isSignedIn: viewerId !== undefined, isSideBySide: false, locale }),
    ]),
  );
}

/** Of sides of trades, each as a signed-in user sees them, in the order asked; throws for a user that does not exist. */
export async function summariesInTrades(
  tx: ReadTx,
  looks: readonly { readonly userId: bigint; readonly viewerId: bigint; readonly isSide: boolean }[],
): Promise<UserSummary[]> {
  const rows = await summaryRows(tx, looks);
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return looks.map(({ userId, isSide }, index) => {
    const row = byPlace.get(index + 1);
    if (!row) throw new Error(`user ${userId} has no summary`);
    return summaryOf(row, { now: tx.now, isSignedIn: true, isSideBySide: isSide });
  });
}

type Reading = {
  readonly now: Date;
  readonly isSignedIn: boolean;
  /** Both are in one trade. */
  readonly isSideBySide: boolean;
  readonly locale?: string | undefined;
};

function summaryOf(row: SummaryRow, { now, isSignedIn, isSideBySide, locale: asked }: Reading): UserSummary {
  const locale = localeOf(asked ?? row.viewer_locale);
  const named = (iso: string) => ({
    iso,
    localizedName: countryName(iso, locale),
    name: countryName(iso, "en"),
  });
  const { sign_in_country: signIn, usual_country: usual } = row;
  const place = (column: string) => `users.${column}:${row.external_id}`;
  const companyName = companyShownAs(row);
  // A user who acts for a company trades in its name only.
  const fullName = row.is_corporate
    ? companyName
    : shownName(
        {
          firstName: unseal(row.first_name_sealed, place("first_name")),
          lastName: unseal(row.last_name_sealed, place("last_name")),
          visibility: row.full_name_visibility,
        },
        { isSignedIn, isTrusted: row.trusts_viewer, isPartner: isSideBySide || row.traded_with_viewer > 0 },
      );
  return {
    username: row.username,
    avatarUrl: avatarUrl(row.username, row.avatar),
    fullName: row.is_corporate && !isSignedIn ? null : fullName,
    company: row.is_corporate ? { isVerified: companyName !== null } : null,
    // Unknown until they say.
    country: row.country_iso === "YY" ? null : named(row.country_iso),
    ipLocation: signIn === null ? null : named(signIn),
    detectedLocation: usual === null ? null : { iso: usual, name: countryName(usual, locale) },
    tradedWithYou: isSignedIn ? row.traded_with_viewer : null,
    lastSeen: lastSeenOf(row.last_seen_at, now, locale),
    phone: {
      active: row.has_phone,
      type: isSignedIn ? row.phone_type : null,
      info: isSignedIn && row.phone_country !== null ? countryName(row.phone_country, locale) : null,
    },
    feedback: { negative: row.counted_negative, positive: row.counted_positive },
    verification: { id: row.id_verified, email: row.email_confirmed },
    registered: registeredOf(row.created_at, now),
    totalPartners: row.partners_total,
    totalTrades: row.trades_total,
    successfulTrades: row.trades_successful,
    monthTrades: row.month_trades,
    monthSuccessPercent: row.month_trades < 3 ? null : Math.floor((row.month_successful * 100) / row.month_trades),
    releaseMedianSec: row.release_median_sec,
    paymentMedianSec: row.payment_median_sec,
    btcTraded: bandOf(row.btc_units),
    trustedCount: row.trusted_count,
    blockedCount: row.blocked_count,
    userBlocksUsersCount: row.blocks_others,
    badge: row.badge,
    isVendor: row.is_vendor,
    isMerchant: isMerchant({ isVendor: row.is_vendor, isApproved: companyName !== null }),
    isDemo: row.is_demo,
    bio: row.bio,
  };
}

/** A company with a current approval that sells often enough to be a vendor. */
export const isMerchant = ({ isVendor, isApproved }: { isVendor: boolean; isApproved: boolean }): boolean =>
  isVendor && isApproved;

/** How long ago a user joined, in years, months and days. */
function registeredOf(at: Date, now: Date) {
  const days = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 86_400_000));
  return { year: Math.floor(days / 365), month: Math.floor((days % 365) / 30), day: (days % 365) % 30 };
}

/** Volumes are shown as a band, so that nobody can follow a single trade in them. */
export function bandOf(units: bigint, digits = 8): string {
  const bands = [1n, 5n, 10n, 25n, 50n, 100n, 500n, 1000n];
  const whole = units / 10n ** BigInt(digits);
  const below = bands.find((band) => whole < band);
  return below === undefined ? "1000+" : `< ${displayFromUnits(below, 0)}`;
}
