/** An administrator changes something by their own proof; if it gives a user more, a second one confirms. */
import { fieldRefusal, type RefusalCode, Refusal } from "#contract/platform/errors/refusals.ts";
import { changeDetail, type StaffChange } from "#contract/staff/changes.ts";
import { ids } from "../../../platform/ids.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { fitsSetting, isSettingName, refuseEmptyBounds } from "../../../reference/settings/index.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import { lockChargeback, payChargeback } from "../../../market/disputes/index.ts";
import { emitOrderEnd } from "../../../products/providers/index.ts";
import { emitCodeRefund } from "../../../products/store/index.ts";
import * as rows from "./rows.ts";
import { changeOf } from "../views/desk.ts";

type Wish = { readonly staffId: bigint; readonly change: StaffChange; readonly reason: string };

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_admin: "auth.forbidden",
  own: "staff.own_account",
  unchanged: "staff.unchanged",
  waiting: "staff.proposed",
  last_admin: "staff.last_admin",
  second_person: "staff.second_person",
  over: "staff.change_over",
  closed: "account.not_found",
  no_rate: "rates.unknown",
  limit: "staff.journal_limit",
  insufficient: "ledger.insufficient_balance",
  not_featured: "offer.not_featured",
  above_fee: "offer.cashback_above_fee",
};

/**
 * Done at once, or proposed for a day. Refuses account.not_found, auth.forbidden, auth.password_proof, staff.own_account,
 * staff.unchanged, staff.proposed where the same waits, staff.last_admin, settings.unknown, settings.value; of cashback also
 * offer.not_featured and offer.cashback_above_fee; of a journal also staff.journal_limit, rates.unknown, ledger.insufficient_balance, ledger.halted, LEDGER_ASYNC_MODE. The database writes the
 * event for the notification.
 */
export async function changeByStaff(tx: Tx, { staffId, change, reason }: Wish): Promise<{ isDone: boolean }> {
  if (change.kind === "set_setting") assertFits(change.id, change.value);
  const userId = isOfPerson(change) ? await findUserIdByUsername(tx, change.id) : null;
  if (userId === undefined) throw new Refusal("account.not_found");
  const detail = changeDetail(change);
  const outcome = await rows.changeByStaff(tx, {
    hash: ids.hash(),
    kind: change.kind,
    userId,
    detail,
    reason,
    staffId,
  });
  if (outcome === "proposed") return { isDone: false };
  if (outcome !== "done") throw refusalOf(outcome, change);
  if (change.kind === "set_setting") await refuseEmptyBounds(tx);
  return { isDone: true };
}

const OF_PEOPLE: readonly StaffChange["kind"][] = [
  "grant_role",
  "revoke_role",
  "set_level",
  "give_badge",
  "take_badge",
  "give_perk",
  "take_perk",
  "give_cashback",
  "set_ambassador",
  "end_order",
  "set_user_flag",
  "post_journal",
];
const isOfPerson = ({ kind }: StaffChange) => OF_PEOPLE.includes(kind);

/** The database would refuse the same; here the refusal has a reason. */
function assertFits(name: string, value: unknown): void {
  if (!isSettingName(name)) throw new Refusal("settings.unknown");
  if (!fitsSetting(name, value)) throw fieldRefusal("settings.value", "value");
}

/**
 * Refuses auth.forbidden, auth.password_proof, staff.own_account, staff.second_person, staff.change_over, and what cashback and a
 * journal may.
 */
export async function confirmChange(tx: Tx, { staffId, id }: { staffId: bigint; id: string }): Promise<void> {
  const proposed = await rows.findChange(tx, id);
  if (!proposed) throw new Refusal("staff.change_over");
  // Trades before accounts: a correction for a chargeback moves its trade.
  const change = changeOf(proposed);
  if (change.kind === "post_journal") await lockChargeback(tx, change.case_number);
  const outcome = await rows.confirmChange(tx, { hash: id, staffId });
  if (outcome !== "done") throw refusalOf(outcome, change);
  if (change.kind === "set_setting") await refuseEmptyBounds(tx);
  // Kept lists show the offer as it was.
  if (change.kind === "give_cashback")
    tx.emit({ type: "offer.changed", subject: change.offer, payload: { ownerId: String(proposed.user_id) } });
  if (change.kind === "end_order") {
    await emitOrderEnd(tx, change.order);
    await emitCodeRefund(tx, change.order);
  }
  if (change.kind === "post_journal") await payChargeback(tx, { caseNumber: change.case_number, staffId });
}

function refusalOf(outcome: string, change: StaffChange): Refusal {
  return outcomeRefusal(outcome, { ...REFUSES, unproved: proofRefusal(change) });
}
