/** Accounts of companies: becoming one and back, and where the application stands. */
import type { CorporateAccount } from "#contract/companies.ts";
import type { CompanyStatus } from "#contract/verification-names.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type * as calls from "#contract/companies.ts";
import { type RefusalCode, Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { companyNameOf, findUserById } from "../../people/accounts/index.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import * as rows from "./corporate-rows.ts";

const COMPANY_PAGE = "/account/company";

/** Where whoever is refused can do something about it. */
const WAYS_OUT: Readonly<Record<string, { readonly code: RefusalCode; readonly redirect: string }>> = {
  already: { code: "corporate.already", redirect: COMPANY_PAGE },
  trades: { code: "corporate.trades", redirect: "/dashboard/trades" },
  pending: { code: "corporate.pending", redirect: "/account/verification" },
  closing: { code: "corporate.closing", redirect: "/account/settings" },
};

type Converted = ReplyOf<typeof calls.convertToCorporate>;

/** Refuses corporate.off, .already, .trades, .pending, .closing. */
export async function toCorporate(tx: Tx, userId: bigint): Promise<Converted> {
  if (!(await isFlagOn(tx, { name: "isCorporateAccountEnabled", userId }))) throw new Refusal("corporate.off");
  refuseUnless(await rows.toCorporate(tx, userId));
  return { message: "Your account is a corporate account now. Verify your company next.", redirect: COMPANY_PAGE };
}

/** Refuses what toCorporate does. */
export async function toPersonal(tx: Tx, userId: bigint): Promise<Converted> {
  refuseUnless(await rows.toPersonal(tx, userId));
  return { message: "Your account is a personal account again.", redirect: "/account/settings" };
}

/** Refuses corporate.personal where there is nothing to remind of. */
export async function postpone(tx: Tx, userId: bigint): Promise<void> {
  if (!(await rows.postpone(tx, userId))) throw new Refusal("corporate.personal");
}

export async function viewCorporate(tx: ReadTx, userId: bigint): Promise<CorporateAccount> {
  const [user, row] = await Promise.all([findUserById(tx, userId), rows.corporateRow(tx, userId)]);
  if (!user || !row) throw new Error(`user ${userId} is gone`);
  const isWaiting = row.postponed_until !== null && row.postponed_until > tx.now;
  return {
    isCorporateAccount: user.corporate_since !== null,
    status: user.corporate_since === null ? null : statusOf(row),
    legalName: companyNameOf(user),
    postponedUntil: isWaiting ? (row.postponed_until?.toISOString() ?? null) : null,
  };
}

/** Null before an application is submitted. */
export function statusOf({
  status,
  is_read: isRead,
  is_asked: isAsked,
  tries_left: tries,
}: rows.Application): CompanyStatus | null {
  if (status === "pending") return isRead ? "in_review" : "application_submitted";
  if (status === "approved") return "application_approved";
  if (isAsked) return "application_waiting_resubmission";
  if (status === "rejected") return tries > 0 ? "application_waiting_resubmission" : "application_rejected";
  return status === "ended" ? "application_waiting_resubmission" : null;
}

function refuseUnless(outcome: string): void {
  if (outcome === "converted") return;
  const way = WAYS_OUT[outcome];
  if (!way) throw new Error(`a conversion was answered with ${outcome}`);
  throw new Refusal(way.code, { redirect: way.redirect });
}
