/**
 * What a caller may do, read in the transaction that acts. Who calls may be known from a moment ago; what restricts them
 * decides about money, and is never taken from there.
 */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../postgres/db.ts";
import { isUnsafe } from "#contract/platform/endpoint.ts";
import { withPlace } from "./closed-places.ts";
import type { CallContext, MayAct, Policy, RefusalByBlock, Role, Route, Viewer } from "../policy.ts";

export type Standing = Pick<Viewer, "roles" | "restrictions" | "blocks" | "level" | "lacks" | "countryIso">;

/** What the platform gets from the domains above it. */
export type Standings = {
  /** By user, all of them in one statement. */
  of(tx: ReadTx, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Standing>>;
} & Judging;

/** Why a user may not act: their restrictions, and blocks of their wallet. */
export type Judging = { readonly mayAct: MayAct; readonly refusalByBlock: RefusalByBlock };

type Call = { readonly route: Route; readonly context: CallContext };

/**
 * The contexts with viewers as they are now, in order; or why one may not act: `auth.forbidden`, `auth.second_factor_needed`,
 * `auth.staff_account`, `auth.email_unconfirmed`, `account.name_needed` or `auth.restricted`. For calls that a restriction can take away, and calls
 * that change something and ask for a role or a level.
 */
export async function contextsNow<C extends Call>(
  tx: ReadTx,
  standings: Standings,
  calls: readonly C[],
): Promise<(C["context"] | Refusal)[]> {
  const acting = calls.flatMap(({ route, context }) =>
    asksForStanding(route) && context.viewer ? [context.viewer.userId] : [],
  );
  const now = acting.length > 0 ? await standings.of(tx, [...new Set(acting)]) : new Map<bigint, Standing>();
  return calls.map(({ route, context }) => {
    const standing = context.viewer && now.get(context.viewer.userId);
    if (!context.viewer || !standing || !asksForStanding(route)) return context;
    const blocks = withPlace(context.viewer, standing.blocks);
    const viewer: Viewer = { ...context.viewer, ...standing, blocks };
    return refusalTo(viewer, route.policy, standings) ?? { ...context, viewer };
  });
}

/** Whether the caller is judged again in the transaction that acts. */
export function asksForStanding({ endpoint, policy }: Route): boolean {
  if (policy.action) return true;
  const isActing = isUnsafe(endpoint) || policy.guardedGet === true;
  return isActing && (policy.roles ?? policy.closedToStaff ?? policy.level) !== undefined;
}

/** With an action of its own where a key for programs calls. */
type Judged = Pick<Policy, "closedToStaff" | "level"> & {
  readonly roles?: readonly Role[] | undefined;
  readonly action?: string;
};

/** Why a route is not open to this viewer; undefined where it is. */
export function refusalTo(viewer: Viewer, policy: Judged, { mayAct, refusalByBlock }: Judging): Refusal | undefined {
  if (policy.roles && !policy.roles.some((role) => viewer.roles.includes(role))) return new Refusal("auth.forbidden");
  if (policy.roles && !viewer.isStrong) return new Refusal("auth.second_factor_needed");
  if (policy.closedToStaff && viewer.roles.length > 0) return new Refusal("auth.staff_account");
  if (policy.level && viewer.level < policy.level) return new Refusal(refusalOfLevel(viewer));
  if (policy.action && !mayAct(viewer, policy.action))
    return new Refusal("auth.restricted", { restrictions: viewer.restrictions });
  return policy.action ? refusalByBlock(viewer, policy.action) : undefined;
}

/** Why a level below 1 is not enough. */
export const refusalOfLevel = ({ lacks }: Pick<Viewer, "lacks">): RefusalCode =>
  lacks === "name" ? "account.name_needed" : "auth.email_unconfirmed";
