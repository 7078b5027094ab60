/** Which pictures of a document cannot be read, and are to be shown again. */
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";

/** Of what waits for a decision, and of a video that cannot wait for one; what is over asks for nothing. */
export function lostOf({ kind, status, pictures }: OwnVerification): readonly Side[] {
  const isAsked = status === "pending" || (kind === "video" && status === "ended");
  return isAsked ? pictures.flatMap((one) => (one.status === "corrupted" ? [one.side] : [])) : [];
}
