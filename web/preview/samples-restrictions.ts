/** Sample props of restrictions: the staff's queue, and what a user reads of their own account. */
import type { OwnRestriction, RestrictionsQueue, StaffRestriction } from "#contract/compliance/restrictions.ts";

const DAY = 24 * 3_600_000;

export function sampleOwnRestrictions(nowMs: number): OwnRestriction[] {
  const at = (days: number) => new Date(nowMs + days * DAY).toISOString();
  const appeal = {
    text: "These payments were mine. My bank held them for a check and has confirmed them since.",
    writtenAt: at(-1),
    outcome: null,
    answer: null,
    decidedAt: null,
  };
  return [
    {
      state: "frozen",
      reasonCode: "payment_fraud",
      caseNumber: "samplecase1",
      since: at(-3),
      reviewAt: at(11),
      appeal: null,
      isLeaveAllowed: false,
    },
    {
      state: "restricted",
      reasonCode: "chargeback",
      caseNumber: "samplecase2",
      since: at(-9),
      reviewAt: at(-1),
      appeal,
      isLeaveAllowed: false,
    },
  ];
}

export function sampleRestrictions(nowMs: number): RestrictionsQueue {
  const [frozen, restricted] = sampleOwnRestrictions(nowMs);
  const open = { note: "Three chargebacks in a week.", liftedAt: null, liftedBy: null, liftedWhy: null };
  const rows: StaffRestriction[] = [];
  if (restricted)
    rows.push({ ...restricted, ...open, username: "kwame_o", setBy: "lucia", isDue: true, mayDecide: true });
  if (frozen && restricted)
    rows.push({
      ...{ ...frozen, appeal: restricted.appeal, ...open },
      ...{ username: "omar-trades", setBy: "amara_k", isDue: false, mayDecide: false },
    });
  return { rows, counts: { appeals: 2, due: 1, standing: 7 }, next: null };
}
