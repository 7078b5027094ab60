/** What calls say of any file of records: how far it is, and where it is. */
import * as z from "zod/mini";
import { count, instant } from "../../../platform/wire.ts";
import { EXPORT_FAULTS, EXPORT_FORMATS, EXPORT_STATUSES } from "./names.ts";

export const exportState = {
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(EXPORT_FORMATS),
  /** Null until they are counted. */
  rows: z.nullable(count),
  /** How many of them are written. */
  rowsDone: count,
  bytes: z.nullable(count),
  /** SHA-256 of the file, in hex. */
  digest: z.nullable(z.string()),
  /** Why it failed, or why the file is missing. */
  fault: z.nullable(z.enum(EXPORT_FAULTS)),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** Until then the file can be downloaded. */
  expiresAt: z.nullable(instant),
  /** The path of the file, for sessions and not for API keys; null while there is none. */
  file: z.nullable(z.string()),
};
const state = z.strictObject(exportState);
export type ExportState = z.infer<typeof state>;
