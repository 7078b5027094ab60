/** Whose turn it is in an open dispute, and until when. Pure. */
import type { DisputeView } from "#contract/market/disputes/disputes.ts";

type Role = "buyer" | "seller" | "moderator";

export type Turn = {
  readonly what: "evidence" | "decision";
  /** `nobody`: a moderator has to take the case first. */
  readonly who: "you" | "buyer" | "seller" | "both" | "moderator" | "nobody";
  readonly by: string;
};

/** Null for a decided dispute. */
export function turnOf(
  { clocks, finished, decision, isTaken }: Pick<DisputeView, "clocks" | "finished" | "decision" | "isTaken">,
  role: Role,
): Turn | null {
  if (decision) return null;
  const clock = (wanted: DisputeView["clocks"][number]["name"]) => clocks.find(({ name }) => name === wanted);
  const [evidence, decided] = [clock("evidence"), clock("decision")];
  if (evidence && !evidence.doneAt) return { what: "evidence", who: whoOwes(finished, role), by: evidence.dueAt };
  if (!decided) return null;
  const who = role === "moderator" ? "you" : isTaken ? "moderator" : "nobody";
  return { what: "decision", who, by: decided.dueAt };
}

function whoOwes(finished: DisputeView["finished"], role: Role): Turn["who"] {
  const owing = (["buyer", "seller"] as const).filter((side) => !finished.includes(side));
  if (owing.some((side) => side === role)) return "you";
  return owing.length === 1 && owing[0] ? owing[0] : "both";
}
