/** Offers as staff judge them. */
import type { JudgedFilters, JudgedOffer, OffersQueue } from "#contract/market/offers/moderation.ts";
import type { OfferQueue } from "#contract/market/offers/moderation-names.ts";
import { statesOf } from "#contract/compliance/restriction-names.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSlice } from "../../platform/cursors.ts";
import { languageOfUser } from "../../people/accounts/index.ts";
import { getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { cashbackShownAt } from "../offers/index.ts";
import * as rows from "./rows.ts";

type Asker = Pick<Viewer, "userId" | "roles">;

type Asked = JudgedFilters & {
  readonly viewer: Asker;
  readonly queue?: OfferQueue | undefined;
  readonly after?: string | undefined;
  /** Of the page; otherwise that of the account. */
  readonly locale?: Locale | undefined;
};

export async function viewJudgedOffers(
  tx: ReadTx,
  { viewer, queue = "reports", after, locale, ...filters }: Asked,
): Promise<OffersQueue> {
  const [found, counts, settings] = await Promise.all([
    readSlice(
      (limit) => rows.queueRows(tx, { ...filters, queue, after, limit }),
      ({ place }) => place,
    ),
    rows.queueCounts(tx),
    readSettings(tx, ["offers.featured_days"]),
  ]);
  return {
    rows: await withReports(tx, found.rows, viewer, locale),
    counts,
    next: found.next,
    featuredDays: settings["offers.featured_days"],
    mayGiveCashback: viewer.roles.includes("admin"),
  };
}

/** Refuses offer.not_found. */
export async function viewJudgedOffer(
  tx: ReadTx,
  { viewer, hash }: { viewer: Asker; hash: string },
): Promise<JudgedOffer> {
  const found = await rows.judgedRow(tx, hash);
  const [judged] = found ? await withReports(tx, [found], viewer) : [];
  if (!judged) throw new Refusal("offer.not_found");
  return judged;
}

async function withReports(
  tx: ReadTx,
  found: readonly rows.JudgedRow[],
  viewer: Asker,
  asked?: Locale,
): Promise<JudgedOffer[]> {
  const locale = asked ?? (await languageOfUser(tx, viewer.userId));
  const reports = await rows.reportsOf(
    tx,
    found.map(({ id }) => id),
  );
  return found.map((row) =>
    judgedFrom(row, {
      now: tx.now,
      viewer,
      locale,
      reports: reports.filter(({ offer_id }) => offer_id === row.id),
    }),
  );
}

function judgedFrom(
  row: rows.JudgedRow,
  { viewer, reports, now, locale }: { viewer: Asker; reports: readonly rows.ReportRow[]; now: Date; locale: Locale },
): JudgedOffer {
  return {
    hash: row.hash,
    username: row.username,
    type: row.side,
    cryptoCurrencyCode: row.crypto,
    fiatCurrencyCode: row.fiat,
    paymentMethod: methodName(getPaymentMethod(row.method_id), locale),
    paymentMethodLabel: row.method_label,
    place: placeOf(row),
    offerTerms: row.terms,
    tradeDetails: row.trade_details,
    moderation: row.moderation,
    isActive: row.active,
    reports: reports.map(({ reason, words, username, reported_at }) => ({
      reason,
      text: words,
      by: username,
      at: reported_at.toISOString(),
    })),
    reportsTotal: row.reports_total,
    featuredUntil: row.featured_until?.toISOString() ?? null,
    cashback: cashbackOf(row, now),
    rejection: rejectionOf(row),
    mayDecide: mayDecide(row, viewer),
  };
}

function placeOf(row: rows.JudgedRow): JudgedOffer["place"] {
  const { payment_country: countryIso, payment_subdivision: subdivision, payment_city: city } = row;
  return countryIso === null ? null : { countryIso, subdivision, city };
}

function cashbackOf(row: rows.JudgedRow, now: Date): JudgedOffer["cashback"] {
  const { featured_until: featuredUntil, cashback_bp: cashbackBp, cashback_max_cents: cashbackMaxCents } = row;
  return cashbackShownAt({ featuredUntil, cashbackBp, cashbackMaxCents, feeBp: row.fee_bp }, now);
}

function rejectionOf(row: rows.JudgedRow): JudgedOffer["rejection"] {
  if (row.reason === null || row.rejected_by === null || row.rejected_at === null) return null;
  return {
    reason: row.reason,
    by: row.rejected_by,
    at: row.rejected_at.toISOString(),
    appeal:
      row.words === null || row.appealed_at === null ? null : { text: row.words, at: row.appealed_at.toISOString() },
    answer: row.answer,
  };
}

/** As `kept_from_moderating` of the database, which decides. */
function mayDecide(row: rows.JudgedRow, { userId, roles }: Asker): boolean {
  if (row.owner_id === userId || row.moderation === "no_appeal") return false;
  if (row.moderation !== "approved" && row.rejecter_id === userId) return false;
  return statesOf(row.is_of_staff ? roles.filter((role) => role === "admin") : roles).includes("restricted");
}
