/** What a moderator proves to award, and to propose an award: the case, the winner, and of a division the buyer's units. */
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";

type Award = { readonly winner: "buyer" | "seller"; readonly shareUnits: bigint | null };
type AwardFor = Extract<ProofFor, { kind: "award" }>;

/** As the client calls it. */
export function awardWanted(id: string, { winner, shareUnits }: Award): AwardFor {
  return { kind: "award", id, winner, ...(shareUnits === null ? {} : { buyer_share_units: String(shareUnits) }) };
}
