/** What administrators change by their own proof: roles, levels, halts. What gives somebody more takes two of them. */
import * as z from "zod/mini";
import { HALT_NAMES, ROLES } from "./staff-names.ts";
import { username } from "./wire.ts";

const role = z.enum(ROLES);
/** Level 4 has no limits. */
const level = z.int().check(z.minimum(1), z.maximum(4));
const halt = z.enum(HALT_NAMES);

/** `id` is a username or the name of a halt. */
export const STAFF_CHANGES = [
  z.strictObject({ kind: z.literal("grant_role"), id: username, role }),
  z.strictObject({ kind: z.literal("revoke_role"), id: username, role }),
  z.strictObject({ kind: z.literal("set_level"), id: username, level }),
  z.strictObject({ kind: z.literal("lift_halt"), id: halt }),
  z.strictObject({ kind: z.literal("set_halt"), id: halt }),
] as const;
export const staffChange = z.union(STAFF_CHANGES);
export type StaffChange = z.infer<typeof staffChange>;

const KINDS = ["grant_role", "revoke_role", "set_level", "lift_halt", "set_halt"] as const;

export function isStaffChange<T extends { readonly kind: string }>(wanted: T): wanted is Extract<T, StaffChange> {
  return KINDS.some((kind) => kind === wanted.kind);
}

/** The role, the level or the halt, as text. */
export function changeDetail(change: StaffChange): string {
  if ("role" in change) return change.role;
  return "level" in change ? String(change.level) : change.id;
}
