/** The SQL of reputation. */
import type { UserSummary } from "#contract/people/accounts.ts";
import type { LineType } from "#contract/people/line-types.ts";
import type { NameVisibility } from "#contract/people/name-visibility.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ID_LEVEL } from "../accounts/index.ts";

/** The volume of a user's successful trades, by coin. */
export async function volumesOf(
  tx: ReadTx,
  userId: bigint,
): Promise<{ currency: "BTC" | "ETH" | "USDT"; units: bigint }[]> {
  return tx.rows<{ currency: "BTC" | "ETH" | "USDT"; units: bigint }>`
    select currency, units
    from user_volumes
    where user_id = ${userId}`;
}

export type SummaryRow = {
  id: bigint;
  external_id: string;
  username: string;
  avatar: string | null;
  bio: string;
  country_iso: string;
  sign_in_country: string | null;
  usual_country: string | null;
  first_name_sealed: Uint8Array;
  last_name_sealed: Uint8Array;
  full_name_visibility: NameVisibility;
  is_corporate: boolean;
  /** While it is approved, and the user who acts for it is identified. */
  company_name_sealed: Uint8Array | null;
  shows_business_name: boolean;
  trading_name: string | null;
  email_confirmed: boolean;
  has_phone: boolean;
  phone_type: LineType | null;
  phone_country: string | null;
  id_verified: boolean;
  is_demo: boolean;
  last_seen_at: Date;
  created_at: Date;
  counted_positive: number;
  counted_negative: number;
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
  is_vendor: boolean;
  btc_units: bigint;
  /** Trades with the viewer that went well. */
  traded_with_viewer: number;
  /** False as well where their name does not hang on it. */
  trusts_viewer: boolean;
  /** Null for a visitor. */
  viewer_locale: string | null;
};

/** A user and the viewer; undefined for a visitor. */
export type Look = { readonly userId: bigint; readonly viewerId: bigint | undefined };

/** One for each view of an existing user. */
export async function summaryRows(tx: ReadTx, looks: readonly Look[]): Promise<(SummaryRow & { place: bigint })[]> {
  const userIds = [...new Set(looks.map(({ userId }) => userId))];
  return tx.rows<SummaryRow & { place: bigint }>`
    select
      look.place, (select reader.locale from users reader where reader.id = look.viewer_id) as viewer_locale, users.id, users.external_id::text, users.username, users.avatar, users.bio, users.country_iso, users.sign_in_country, users.usual_country, users.first_name_sealed, users.last_name_sealed,
      users.full_name_visibility, users.corporate_since is not null as is_corporate,
      case when users.verified_level >= 3 then users.company_name_sealed end as company_name_sealed,
      users.shows_business_name, users.trading_name,
      users.email_confirmed_at is not null as email_confirmed, users.level >= ${ID_LEVEL} as id_verified,
      phone.user_id is not null as has_phone, phone.line_type as phone_type, phone.country_iso as phone_country,
      users.is_demo,
      users.last_seen_at, users.created_at,
      coalesce(rep.counted_positive, 0) as counted_positive, coalesce(rep.counted_negative, 0) as counted_negative,
      coalesce(rep.trades_total, 0) as trades_total, coalesce(rep.trades_successful, 0) as trades_successful,
      coalesce(rep.partners_total, 0) as partners_total,
      coalesce(rep.month_trades, 0) as month_trades, coalesce(rep.month_successful, 0) as month_successful,
      rep.release_median_sec, rep.payment_median_sec,
      coalesce(rep.trusted_count, 0) as trusted_count, coalesce(rep.blocked_count, 0) as blocked_count,
      coalesce(rep.blocks_others_count, 0) as blocks_others,
      coalesce(rep.badge, 'no_badge') as badge, coalesce(rep.is_vendor, false) as is_vendor,
      coalesce((select units from user_volumes volume where volume.user_id = users.id and volume.currency = 'BTC'), 0) as btc_units,
      coalesce((
        select known.successful
        from trading_pairs known
        where known.user_id = look.viewer_id and known.partner_id = users.id
      ), 0) as traded_with_viewer,
      users.full_name_visibility in ('trusted', 'trusted_and_partners') and trusts(users.id, look.viewer_id) as trusts_viewer
    from unnest(
      ${looks.map(({ userId }) => userId)}::bigint[], ${looks.map(({ viewerId }) => viewerId ?? null)}::bigint[]
    ) with ordinality as look (user_id, viewer_id, place)
    join users on users.id = look.user_id
    left join user_reputation rep on rep.user_id = users.id
    left join shown_phones(${userIds}::bigint[]) phone on phone.user_id = users.id`;
}

/** Trades have ended. Counts each once: a second call for the same trade only corrects its outcome. */
export function countEndings(tx: Tx, tradeIds: readonly bigint[]): void {
  if (tradeIds.length > 0) tx.later(tx.rows`select count_endings(${tradeIds}::bigint[])`);
}
