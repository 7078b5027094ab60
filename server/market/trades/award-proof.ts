/** What a moderator proves to award, and to propose an award: the case, the winner, and of a division the buyer's units. */
import { awardParts, type ProofFor } from "#contract/proofs.ts";
import type { ProofWanted } from "../../people/auth/index.ts";
import { escrowSubject } from "./escrow.ts";
import type { TradeRow } from "./rows.ts";

type Award = { readonly winner: "buyer" | "seller"; readonly shareUnits: bigint | null };
type AwardFor = Extract<ProofFor, { kind: "award" }>;

/** As the client calls it. */
export function awardWanted(id: string, { winner, shareUnits }: Award): AwardFor {
  return { kind: "award", id, winner, ...(shareUnits === null ? {} : { buyer_share_units: String(shareUnits) }) };
}

export function awardProof(trade: TradeRow, { moderatorId, ...award }: Award & { moderatorId: bigint }): ProofWanted {
  const wanted = awardWanted(trade.hash, award);
  const subject = ["staff_award", escrowSubject(trade), ...awardParts(wanted)].join(":");
  return { subject, userId: moderatorId, for: wanted };
}
