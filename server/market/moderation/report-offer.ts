/** A user reports an offer. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { reportOffer as reportOfferCall } from "#contract/market/offers/moderation.ts";
import { REPORT_REASONS } from "#contract/market/offers/moderation-names.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { findOffer, maySee } from "../offers/index.ts";
import * as rows from "./rows.ts";

const REFUSES: Readonly<Record<Exclude<rows.ReportOutcome, "done">, RefusalCode>> = {
  unknown: "offer.not_found",
  own: "offer.own_report",
  reported: "offer.reported",
  budget: "offer.reports_today",
};

type Report = { readonly hash: string; readonly reporterId: bigint; readonly body: BodyOf<typeof reportOfferCall> };

/**
 * Refuses offer.not_found, offer.own_report, offer.reported, offer.reports_today, and offer.report_words where the last reason
 * comes alone.
 */
export async function reportOffer(tx: Tx, { hash, reporterId, body }: Report): Promise<void> {
  const reason = REPORT_REASONS.find(({ id }) => id === body.reason_id);
  if (!reason) throw new Error(`no reason ${body.reason_id} for a report`);
  const words = trimmed(body.reason_text ?? "") || null;
  if (reason.slug === "other" && !words) throw fieldRefusal("offer.report_words", "reason_text");
  const offer = await findOffer(tx, hash);
  if (offer && !maySee(offer, reporterId)) throw new Refusal("offer.not_found");

  const outcome = await rows.reportOffer(tx, { hash, reporterId, reason: reason.slug, words });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
}
