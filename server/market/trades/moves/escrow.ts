/** What the journals and the proof of a trade's coins are named by: unique within their kind. */
import type { TradeRow } from "../rows.ts";

export function escrowSubject({ id, round }: Pick<TradeRow, "id" | "round">): string {
  return `${id}:${round}`;
}
