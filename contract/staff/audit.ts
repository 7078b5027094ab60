/** The audit log for administrators: the chain of staff acts, newest first. The texts of an act are opened for a reason. */
import * as z from "zod/mini";
import { STAFF_ACTS } from "./audit-names.ts";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant, ROWS_PER_PAGE, rowNumber, text, username } from "../platform/wire.ts";

export const auditAct = z.strictObject({
  id: rowNumber,
  /** One that an older version wrote may be of another name. */
  act: z.string(),
  /** Null is the operator of the machine. */
  by: z.nullable(username),
  /** A username, a trade, an offer, a setting, with what of it; null where its words were erased. */
  about: z.nullable(z.string()),
  at: instant,
  /** The signer has signed the chain up to it. */
  isSigned: z.boolean(),
});
export type AuditAct = z.infer<typeof auditAct>;

export const auditLog = z.strictObject({
  /** Newest first. */
  acts: z.array(auditAct),
  /** Where the next page begins; null at the end. */
  next: z.nullable(rowNumber),
  /** The newest batch that is signed; null before the first. */
  signed: z.nullable(z.strictObject({ batch: count, lastAct: rowNumber, acts: count, at: instant })),
  /** The newest act of all; null where there is none. */
  lastAct: z.nullable(rowNumber),
});
export type AuditLog = z.infer<typeof auditLog>;

const day = z.iso.date();

/** All of these, where given. */
export const auditFilters = z.strictObject({
  act: z.optional(z.enum(STAFF_ACTS)),
  /** A member of staff; `operator` has no account and is the operator of the machine. */
  by: z.optional(username),
  /** The beginning of the subject of an act: a username, the hash of a trade or an offer, the name of a setting. */
  about: z.optional(z.string().check(z.regex(/^[^\s:=\0]{1,100}$/))),
  /** First and last day, of UTC. */
  from: z.optional(day),
  to: z.optional(day),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const getAuditLog = endpoint({
  name: "getAuditLog",
  method: "GET",
  path: "/rest/v1/staff/audit",
  summary: "Acts of staff and the operator, newest first, without their reasons, and the signed part of the chain",
  query: z.strictObject({ ...auditFilters.shape, before: z.optional(rowNumber) }),
  reply: auditLog,
});

export const readAuditWords = endpoint({
  name: "readAuditWords",
  method: "POST",
  path: "/rest/v1/staff/audit/words",
  summary: "The reasons that acts were given, for a reason that is an act itself; so many times a day",
  body: z.strictObject({
    ids: z.array(rowNumber).check(z.minLength(1), z.maxLength(ROWS_PER_PAGE)),
    reason: text({ min: 3, max: 300 }),
  }),
  /** Null where the words were erased. */
  reply: z.array(z.strictObject({ id: rowNumber, reason: z.nullable(z.string()) })),
  refusals: ["auth.forbidden", "staff.act_unknown", "staff.readings"],
});
