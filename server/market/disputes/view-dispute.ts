/** A dispute as one viewer sees it: clocks, evidence in its order, what the rulebook proposes, the decision. */
import { isDisputed } from "#contract/market/trades/trade/statuses.ts";
import { AWARD_REASONS } from "#contract/market/disputes/award-reasons.ts";
import type { DisputeView, EvidenceFile, EvidenceItem } from "#contract/market/disputes/disputes.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findMember } from "../chat/index.ts";
import { findTrade, roleIn } from "../trades/index.ts";
import { type AppealRow, appealsOf } from "./appeals/appeal-rows.ts";
import { clocksOf, proposalOf } from "./clocks.ts";
import {
  type DisputeRow,
  type EvidenceRow,
  evidenceOf,
  isModeratorHere,
  latestDispute,
  sidesThatSpoke,
} from "./evidence-rows.ts";

/** Refuses trade.not_found to strangers, and dispute.none. */
export async function viewDispute(
  tx: ReadTx,
  { hash, viewerId, isStaff }: { hash: string; viewerId: bigint; isStaff: boolean },
): Promise<DisputeView> {
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, viewerId);
  if (!trade || !(role || isStaff)) throw new Refusal("trade.not_found");
  const found = await latestDispute(tx, hash);
  if (!found) throw new Refusal("dispute.none");
  const [items, isHere, appeals, member, mayAppeal, times] = await Promise.all([
    evidenceOf(tx, found.id),
    isModeratorHere(tx),
    appealsOf(tx, found.id),
    role ? undefined : findMember(tx, { ref: hash, userId: viewerId, isStaff }),
    isFlagOn(tx, { name: "isDisputeAppealEnabled", userId: viewerId }),
    readSettings(tx, ["disputes.appeal_hours"]),
  ]);
  const isOpen = found.outcome === null && isDisputed(found.status);
  // Staff read what was said in a case that they took by an act with their name, as the second moderator of an award does.
  const mayRead = role !== undefined || member !== undefined;
  const isDone = role === "buyer" ? found.buyer_done_at : found.seller_done_at;
  return {
    round: found.round,
    openedBy: found.opened_by,
    openedAt: found.opened_at.toISOString(),
    isModeratorAvailable: isHere,
    isTaken: found.taken_by !== null,
    clocks: clocksOf(found, tx.now),
    evidence: mayRead ? items.map((item) => viewItem(item, viewerId)) : [],
    finished: (["buyer", "seller"] as const).filter((side) => found[`${side}_done_at`] !== null),
    maySubmit: isOpen && role !== undefined && !isDone && found.evidence_due_at > tx.now,
    mayAsk: isOpen && role === undefined && found.taken_by === viewerId,
    proposal: isOpen ? proposalOf(found, { spoke: sidesThatSpoke(items), now: tx.now }) : null,
    decision: decisionOf(found),
    appeal: viewAppeal(
      { found, appeals, isDivided: trade.buyer_share_units !== null, hours: times["disputes.appeal_hours"] },
      { role, viewerId, isReader: mayRead, mayAppeal, now: tx.now },
    ),
  };
}

function viewItem(item: EvidenceRow, viewerId: bigint): EvidenceItem {
  return {
    place: item.place,
    by: item.role,
    isMine: item.author_id === viewerId,
    asks: item.asks,
    at: item.at.toISOString(),
    text: item.body,
    files: viewFiles(item.files),
    digest: item.digest,
  };
}

export function viewFiles(files: EvidenceRow["files"]): EvidenceFile[] {
  return files.map(({ hash, name, mime_type: mimeType, sha256 }) => ({
    url: `/uploads/${hash}`,
    name,
    mimeType,
    sha256,
  }));
}

type Appealable = {
  readonly found: DisputeRow;
  readonly appeals: readonly AppealRow[];
  readonly isDivided: boolean;
  readonly hours: number;
};
type AppealViewer = {
  readonly role: "buyer" | "seller" | undefined;
  readonly viewerId: bigint;
  readonly isReader: boolean;
  readonly mayAppeal: boolean;
  readonly now: Date;
};

function viewAppeal({ found, appeals, isDivided, hours }: Appealable, viewer: AppealViewer): DisputeView["appeal"] {
  const { outcome, decided_at } = found;
  const isShort =
    viewer.mayAppeal &&
    viewer.role !== undefined &&
    (outcome === "buyer" || outcome === "seller") &&
    (isDivided || outcome !== viewer.role);
  const until = isShort && decided_at ? new Date(decided_at.getTime() + hours * 3_600_000) : null;
  const own = appeals.find(({ role, taken_by }) => (viewer.role ? role === viewer.role : taken_by === viewer.viewerId));
  const first = own ?? appeals[0];
  const [made, madeByOther] = [first, appeals.find((one) => one !== first)].map((one) =>
    one ? viewMade(found, one, viewer) : null,
  );
  const open = until && (until <= viewer.now ? "expired" : "available");
  const state = own && viewer.role ? "appealed" : (open ?? (first ? "appealed" : "not_available"));
  return { state, until: until?.toISOString() ?? null, made: made ?? null, madeByOther: madeByOther ?? null };
}

function viewMade({ crypto }: DisputeRow, appeal: AppealRow, { viewerId, isReader }: AppealViewer) {
  return {
    caseNumber: appeal.case_number,
    by: appeal.role,
    text: isReader ? appeal.body : "",
    files: isReader ? viewFiles(appeal.files) : [],
    at: appeal.made_at.toISOString(),
    dueAt: appeal.due_at.toISOString(),
    isTaken: appeal.taken_by !== null,
    mayDecide: appeal.outcome === null && appeal.taken_by === viewerId,
    mostUnits: String(appeal.most_units),
    outcome: appeal.outcome,
    answer: appeal.answer,
    compensation:
      appeal.compensation_units === null ? null : displayFromUnits(appeal.compensation_units, CRYPTO[crypto].digits),
    isPaid: appeal.is_paid,
  };
}

function decisionOf({
  outcome,
  decided_at,
  reason_code,
  rulebook,
  evidence_head,
}: DisputeRow): DisputeView["decision"] {
  if (!outcome || !decided_at) return null;
  return {
    outcome,
    at: decided_at.toISOString(),
    rule: AWARD_REASONS.find((one) => one === reason_code) ?? null,
    rulebook,
    evidenceHead: evidence_head,
  };
}
