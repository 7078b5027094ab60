/** One's own data as an archive: requested with a proof, made by a job, kept for some days. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant } from "../platform/wire.ts";

export const dataExport = z.strictObject({
  /** Null without a request, and after the archive was erased. */
  asked: z.nullable(
    z.strictObject({
      at: instant,
      /** Of the archive; null while it is being made. */
      sizeBytes: z.nullable(count),
      expiresAt: instant,
      /** It is for the session that asked, and no other. */
      isHere: z.boolean(),
    }),
  ),
});
export type DataExport = z.infer<typeof dataExport>;

const path = "/rest/v1/users/me/data-export";

export const getDataExport = endpoint({
  name: "getDataExport",
  method: "GET",
  path,
  summary: "Whether an archive of one's own data is being made or is ready",
  reply: dataExport,
});

export const askForData = endpoint({
  name: "askForData",
  method: "POST",
  path,
  summary: "Have an archive of one's own data made, with a proof of kind download_data; once a day",
  reply: dataExport,
  refusals: ["account.export_exists", "auth.password_proof", "auth.shared_account"],
});
