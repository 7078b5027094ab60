/** The next step of a dispute, its deadline, and the rule for a side that does not answer. Pure. */
import type { AwardReason } from "#contract/market/disputes/award-reasons.ts";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import type { DisputeRow } from "./evidence-rows.ts";

type Times = Pick<
  DisputeRow,
  | "first_look_due_at"
  | "taken_at"
  | "evidence_due_at"
  | "decision_hours"
  | "buyer_done_at"
  | "seller_done_at"
  | "decided_at"
>;

/** When the time for evidence ended or ends: by the clock, or sooner when both sides said that this is all. */
export function evidenceEnds({ evidence_due_at, buyer_done_at, seller_done_at }: Times): Date {
  if (!buyer_done_at || !seller_done_at) return evidence_due_at;
  return new Date(Math.min(evidence_due_at.getTime(), Math.max(buyer_done_at.getTime(), seller_done_at.getTime())));
}

/** The first look, the evidence and the decision, each with its moment. A decision ends whatever still ran. */
export function clocksOf(times: Times, now: Date): DisputeView["clocks"] {
  const { taken_at, decided_at, first_look_due_at, decision_hours } = times;
  const ends = evidenceEnds(times);
  const isOver = ends <= (decided_at ?? now);
  const decisionDue = new Date(Math.max(ends.getTime(), taken_at?.getTime() ?? 0) + decision_hours * 3_600_000);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return [
    { name: "first_look", dueAt: first_look_due_at.toISOString(), doneAt: iso(taken_at ?? decided_at) },
    { name: "evidence", dueAt: times.evidence_due_at.toISOString(), doneAt: isOver ? iso(ends) : iso(decided_at) },
    { name: "decision", dueAt: decisionDue.toISOString(), doneAt: iso(decided_at) },
  ];
}

/**
 * Where the time for evidence is over and one side alone handed something in, the rulebook proposes that side. It proposes nothing
 * where both spoke, or neither; and nothing is ever released by it.
 */
export function proposalOf(
  times: Times,
  { spoke, now }: { spoke: readonly ("buyer" | "seller")[]; now: Date },
): { winner: "buyer" | "seller"; rule: AwardReason } | null {
  const [only, other] = spoke;
  if (!only || other || times.decided_at || evidenceEnds(times) > now) return null;
  return { winner: only, rule: "no_answer" };
}
