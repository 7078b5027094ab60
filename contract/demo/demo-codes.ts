/** The demo's authenticator: codes of the staff accounts that visitors use, because these have no phone. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { instant, username } from "../platform/wire.ts";

export const demoCode = z.strictObject({
  username,
  role: z.enum(["admin", "moderator"]),
  /** Six digits; each works once. */
  code: z.string(),
  /** The code after it, which works already. */
  nextCode: z.string(),
  nextAt: instant,
});
export type DemoCode = z.infer<typeof demoCode>;

export const listDemoCodes = endpoint({
  name: "listDemoCodes",
  method: "GET",
  path: "/demo/authenticator/codes",
  summary: "Codes of the authenticator apps of the demo's staff; in the demo market only",
  reply: z.array(demoCode),
  refusals: ["request.not_found"],
});
