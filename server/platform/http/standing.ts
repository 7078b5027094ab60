/**
 * What a caller may do, read in the transaction that acts. Who calls may be known from a moment ago; what restricts them
 * decides about money, and is never taken from there.
 */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../db.ts";
import type { CallContext, MayAct, Route, Viewer } from "./policy.ts";

export type Standing = Pick<Viewer, "restrictions" | "level" | "countryIso">;

/** What the platform gets from the domains above it. */
export type Standings = {
  /** By user, all of them in one statement. */
  of(tx: ReadTx, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Standing>>;
  readonly mayAct: MayAct;
};

type Call = { readonly route: Route; readonly context: CallContext };

/** The contexts with viewers as they stand now, in order; or why one may not act, `auth.restricted` or `auth.email_unconfirmed`. */
export async function contextsNow<C extends Call>(
  tx: ReadTx,
  standings: Standings,
  calls: readonly C[],
): Promise<(C["context"] | Refusal)[]> {
  const acting = calls.flatMap(({ route, context }) =>
    route.policy.action && context.viewer ? [context.viewer.userId] : [],
  );
  const now = acting.length > 0 ? await standings.of(tx, [...new Set(acting)]) : new Map<bigint, Standing>();
  return calls.map(({ route: { policy }, context }) => {
    const standing = context.viewer && now.get(context.viewer.userId);
    if (!context.viewer || !standing || !policy.action) return context;
    const viewer: Viewer = { ...context.viewer, ...standing };
    if (policy.level && viewer.level < policy.level) return new Refusal("auth.email_unconfirmed");
    if (!standings.mayAct(viewer, policy.action))
      return new Refusal("auth.restricted", { restrictions: viewer.restrictions });
    return { ...context, viewer };
  });
}
