/** Acts of staff about a restriction, each with their proof for exactly that act. */
import * as z from "zod/mini";
import { RESTRICTION_STATES } from "./restriction-names.ts";
import { username } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

/** Ours are hashes; the operator may have written others. */
export const caseNumber = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/, form("case_number")));

/** `id` is a username for one that is set, and else the number of the case. */
export const RESTRICTION_ACTS = [
  z.strictObject({ kind: z.literal("restrict"), id: username, state: z.enum(RESTRICTION_STATES) }),
  z.strictObject({ kind: z.literal("lift_restriction"), id: caseNumber }),
  z.strictObject({ kind: z.literal("keep_restriction"), id: caseNumber }),
  z.strictObject({ kind: z.literal("allow_last_send_out"), id: caseNumber }),
] as const;
export type RestrictionAct = z.infer<(typeof RESTRICTION_ACTS)[number]>;

const KINDS = ["restrict", "lift_restriction", "keep_restriction", "allow_last_send_out"] as const;

export function isRestrictionAct<T extends { readonly kind: string }>(wanted: T): wanted is Extract<T, RestrictionAct> {
  return KINDS.some((kind) => kind === wanted.kind);
}
