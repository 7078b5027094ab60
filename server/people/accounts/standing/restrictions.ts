/** What restrictions take away from who asks now. The table is the contract's; which role sets which, that of the database. */
import { leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { Viewer } from "../../../platform/http/policy.ts";

export function mayAct({ restrictions }: Pick<Viewer, "restrictions">, action: string): boolean {
  return leavesOpen(restrictions, action);
}
