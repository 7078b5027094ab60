/** The rest of a viewer's level. The module that counts trades reads the figures; this file evaluates them. Pure. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export type LevelStanding = {
  /** How many trades more may be open at once; undefined is no limit. */
  readonly openTradesLeft: number | undefined;
  /** Of each sum that is limited, in US cents, in the order in which a start is refused. */
  readonly left: readonly { readonly code: RefusalCode; readonly cents: bigint }[];
};

/** Of who looks at an offer, and of its owner, with what others may see of it. */
export type BothStandings = {
  readonly own: LevelStanding;
  readonly owner: LevelStanding;
  readonly ownerLeftCents: bigint | undefined;
};

/** Why the level is against every trade of at least so many cents: the refusal that a start would get. */
export function levelRefusal({ openTradesLeft, left }: LevelStanding, leastCents: bigint): RefusalCode | undefined {
  if (openTradesLeft !== undefined && openTradesLeft <= 0) return "max_2_active_trades_id_not_verified";
  return left.find(({ cents }) => cents < leastCents)?.code;
}
