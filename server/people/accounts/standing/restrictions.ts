/** What restrictions take away from the caller. The contract has the table; the database has the roles that may set each. */
import { leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { Viewer } from "../../../platform/http/policy.ts";

export function mayAct({ restrictions }: Pick<Viewer, "restrictions">, action: string): boolean {
  return leavesOpen(restrictions, action);
}
