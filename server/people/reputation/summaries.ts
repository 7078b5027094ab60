/** The summary that one user sees of others: one query for any number of them. */
import type { UserSummary } from "#contract/accounts.ts";
import { displayFromUnits } from "#contract/money.ts";
import type { ReadTx } from "../../platform/db.ts";
import { unseal } from "../../platform/sealed.ts";
import { countryName } from "../../reference/catalog/index.ts";
import { lastSeenOf, type NameVisibility, shownName } from "../accounts/index.ts";

type SummaryRow = {
  id: bigint;
  external_id: string;
  username: string;
  bio: string;
  country_iso: string;
  first_name_sealed: Uint8Array;
  last_name_sealed: Uint8Array;
  full_name_visibility: NameVisibility;
  email_confirmed: boolean;
  is_demo: boolean;
  last_seen_at: Date;
  created_at: Date;
  feedback_positive: number;
  feedback_negative: number;
  trades_total: number;
  trades_successful: number;
  partners_total: number;
  month_trades: number;
  month_successful: number;
  release_median_sec: number | null;
  payment_median_sec: number | null;
  trusted_count: number;
  blocked_count: number;
  blocks_others: number;
  badge: UserSummary["badge"];
  btc_units: bigint;
  traded_with_viewer: number | null;
};

/** By user id. `viewerId` adds how often they traded together; `locale` names countries. */
export async function summariesOf(
  tx: ReadTx,
  { userIds, viewerId, locale = "en" }: { userIds: readonly bigint[]; viewerId?: bigint | undefined; locale?: string },
): Promise<Map<bigint, UserSummary>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.rows<SummaryRow>`
    select
      users.id, users.external_id::text, users.username, users.bio, users.country_iso, users.first_name_sealed, users.last_name_sealed,
      users.full_name_visibility, users.email_confirmed_at is not null as email_confirmed, users.is_demo,
      users.last_seen_at, users.created_at,
      coalesce(rep.feedback_positive, 0) as feedback_positive, coalesce(rep.feedback_negative, 0) as feedback_negative,
      coalesce(rep.trades_total, 0) as trades_total, coalesce(rep.trades_successful, 0) as trades_successful,
      coalesce(rep.partners_total, 0) as partners_total,
      coalesce(rep.month_trades, 0) as month_trades, coalesce(rep.month_successful, 0) as month_successful,
      rep.release_median_sec, rep.payment_median_sec,
      coalesce(rep.trusted_count, 0) as trusted_count, coalesce(rep.blocked_count, 0) as blocked_count,
      coalesce(rep.blocks_others_count, 0) as blocks_others,
      coalesce(rep.badge, 'no_badge') as badge,
      coalesce((select units from user_volumes volume where volume.user_id = users.id and volume.currency = 'BTC'), 0) as btc_units,
      (select count(*)::int from reputation_trades mine
        where mine.user_id = ${viewerId ?? null} and mine.partner_id = users.id and mine.is_successful) as traded_with_viewer
    from users
    left join user_reputation rep on rep.user_id = users.id
    where users.id = any(${userIds}::bigint[])`;
  return new Map(
    rows.map((row) => [row.id, summaryOf(row, { now: tx.now, isSignedIn: viewerId !== undefined, locale })]),
  );
}

/** For each pair how many trades of the first with the second went well, in the order asked. */
export async function tradedTogether(
  tx: ReadTx,
  pairs: readonly { readonly userId: bigint; readonly partnerId: bigint }[],
): Promise<number[]> {
  const rows = await tx.rows<{ place: bigint; trades: number }>`
    select pair.place, count(*)::int as trades
    from unnest(${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ partnerId }) => partnerId)}::bigint[])
      with ordinality as pair (user_id, partner_id, place)
    join reputation_trades mine on mine.user_id = pair.user_id and mine.partner_id = pair.partner_id
    where pair.user_id <> pair.partner_id and mine.is_successful
    group by pair.place`;
  const counts = new Map(rows.map(({ place, trades }) => [Number(place), trades]));
  return pairs.map((_, index) => counts.get(index + 1) ?? 0);
}

function summaryOf(
  row: SummaryRow,
  { now, isSignedIn, locale }: { now: Date; isSignedIn: boolean; locale: string },
): UserSummary {
  const country = {
    iso: row.country_iso,
    localizedName: countryName(row.country_iso, locale),
    name: countryName(row.country_iso, "en"),
  };
  const place = (column: string) => `users.${column}:${row.external_id}`;
  const fullName = shownName({
    firstName: unseal(row.first_name_sealed, place("first_name")),
    lastName: unseal(row.last_name_sealed, place("last_name")),
    visibility: row.full_name_visibility,
  });
  return {
    username: row.username,
    avatarUrl: `/avatars/${row.username}.svg`,
    fullName: isSignedIn ? fullName : null,
    country,
    ipLocation: country,
    detectedLocation: { iso: country.iso, name: country.name },
    tradedWithYou: isSignedIn ? row.traded_with_viewer : null,
    lastSeen: lastSeenOf(row.last_seen_at, now),
    phone: { active: false, type: null, info: null },
    feedback: { negative: row.feedback_negative, positive: row.feedback_positive },
    verification: { id: false, email: row.email_confirmed },
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
    isDemo: row.is_demo,
    bio: row.bio,
  };
}

/** How long ago somebody joined, in years, months and days. */
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
