/** A moderator's decision about a case: proved, then sent. */
import type { AWARD_REASONS } from "#contract/market/disputes/award-reasons.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { readShare, type Divisible } from "#sdk/live/read-share.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";

/** All to one side, or a share in base units to the buyer: then the winner has the larger one. */
export type AwardTo = { readonly winner: "buyer" | "seller"; readonly buyer_share_units?: string };
export type Award = AwardTo & { readonly reason_code: (typeof AWARD_REASONS)[number]; readonly note: string };

/** The field of a refusal about the share: the form's own. */
export const SHARE_FIELD = "buyer_share_units";

/** Null while what was typed divides nothing. */
export function divided(typed: string, escrow: Divisible): AwardTo | null {
  const read = readShare(typed, escrow);
  if (!read || "fault" in read) return null;
  return { winner: read.parts.winner, buyer_share_units: String(read.parts.buyerUnits) };
}

type Decided = { readonly isDecided: boolean; readonly needsSecond: boolean; readonly trade: TradeView };

export async function sendAward(
  page: PageKit,
  typed: Typed,
  { id, award }: { id: string; award: Award },
): Promise<Decided> {
  const [{ prove }, { decideDispute }] = await Promise.all([
    import("#sdk/calls/prove.ts"),
    import("#contract/market/disputes/disputes.ts"),
  ]);
  const { reason_code, note, ...to } = award;
  await prove(page, typed, { kind: "award", id, ...to });
  return (await page.call(decideDispute, { params: { id }, body: { ...to, reason_code, note } })).data;
}
