/** The model's files that a buyer must submit before marking a trade as paid, and the seller's decisions. */
import { type Draw, type FileCommand, HELD, type ModelTrade } from "./types.ts";

const WRONG = "trade.wrong_status";
const NOT_YOURS = "trade.not_yours";
const NONE = "attachment.not_found";
const JUDGED = "attachment.judged_before";
const KINDS = new Set(["submit file", "judge file", "take file back"]);
export const isOfFile = (command: { readonly kind: string }): command is FileCommand => KINDS.has(command.kind);

/** Nobody says that they have paid while nothing that was required is there, or only what the seller rejected. */
export const isProofAwaited = ({ asksProof, files }: ModelTrade): boolean =>
  asksProof && files.every((file) => !file || file === "rejected");

/** "" or the refusal. */
export function actOnFile(trade: ModelTrade, command: FileCommand): string {
  const { kind, by, file } = command;
  if ((by === "buyer") !== (kind !== "judge file")) return NOT_YOURS;
  const isOpen = HELD.includes(trade.status);
  const known = trade.files[file];
  const become = (state: ModelTrade["files"][number]) => {
    trade.files = trade.files.map((one, place) => (place === file ? state : one));
    return "";
  };
  if (kind === "submit file") return isOpen ? become(known ?? "uploaded") : WRONG;
  if (!known) return NONE;
  if (kind === "judge file") {
    if (!isOpen) return WRONG;
    return known === "uploaded" ? become(command.verdict) : JUDGED;
  }
  if (!isOpen || trade.paidAt !== undefined) return WRONG;
  return known === "approved" ? JUDGED : become(undefined);
}

/** Steps that a side may try. */
export function fileStepsOf({ asksProof }: ModelTrade, trade: number, random: Draw): FileCommand[] {
  if (!asksProof) return [];
  const file = random.below(2);
  const verdict = random.below(2) === 0 ? "approved" : "rejected";
  return (["buyer", "seller"] as const).flatMap((by) => [
    { kind: "submit file", trade, by, file } as const,
    { kind: "take file back", trade, by, file } as const,
    { kind: "judge file", trade, by, file, verdict } as const,
  ]);
}
