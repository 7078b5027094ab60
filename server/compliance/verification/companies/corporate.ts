/** Accounts of companies: becoming one and back, and the state of the application. */
import type { CorporateAccount } from "#contract/compliance/companies.ts";
import type { CompanyStatus } from "#contract/compliance/verification/names.ts";
import type { KeyOf } from "#i18n/keys.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type * as calls from "#contract/compliance/companies.ts";
import { type RefusalCode, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { companyNameOf, findUserById, languageOf } from "../../../people/accounts/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import * as rows from "./corporate-rows.ts";
import { latestOf, type VerificationRow } from "../rows.ts";

const COMPANY_PAGE = "/account/company";

/** The page where a refused user can act; for a document in review the page with its state. */
const WAYS_OUT = {
  already: { code: "corporate.already", redirect: COMPANY_PAGE },
  trades: { code: "corporate.trades", redirect: "/dashboard/trades" },
  pending: { code: "corporate.pending", redirect: "/account/verification" },
  closing: { code: "corporate.closing", redirect: "/account/settings/privacy" },
} as const satisfies Record<string, { readonly code: RefusalCode; readonly redirect: string }>;
type Obstacle = keyof typeof WAYS_OUT;
const isObstacle = (outcome: string): outcome is Obstacle => outcome in WAYS_OUT;

/** Refuses corporate.off, .already, .trades, .pending, .closing. */
export async function toCorporate(tx: Tx, userId: bigint): Promise<ReplyOf<typeof calls.convertToCorporate>> {
  if (!(await isFlagOn(tx, { name: "isCorporateAccountEnabled", userId }))) throw new Refusal("corporate.off");
  const say = await speakTo(tx, userId);
  await refuseUnless(tx, { outcome: await rows.toCorporate(tx, userId), userId, say });
  return { message: say("corporate"), redirect: COMPANY_PAGE };
}

/** Refuses what toCorporate does. */
export async function toPersonal(tx: Tx, userId: bigint): Promise<ReplyOf<typeof calls.convertToPersonal>> {
  const say = await speakTo(tx, userId);
  await refuseUnless(tx, { outcome: await rows.toPersonal(tx, userId), userId, say });
  return { message: say("personal") };
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

type Say = (text: KeyOf<"corporate">) => string;

/** In the language of the account. */
async function speakTo(tx: ReadTx, userId: bigint): Promise<Say> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  return (text) => textOf(`corporate.${text}`, languageOf(user));
}

async function refuseUnless(tx: ReadTx, { outcome, userId, say }: { outcome: string; userId: bigint; say: Say }) {
  if (outcome === "converted") return;
  if (!isObstacle(outcome)) throw new Error(`a conversion was answered with ${outcome}`);
  const { code, redirect } = WAYS_OUT[outcome];
  const isCompany = outcome === "pending" && (await latestOf(tx, userId)).some(isCompanyInReview);
  throw new Refusal(code, { message: say(outcome), redirect: isCompany ? COMPANY_PAGE : redirect });
}

const isCompanyInReview = ({ kind, status }: VerificationRow) => kind === "company" && status === "pending";
