/** Access to channels of the live connection. Separate from the account's other calls, because every page loads it. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { count } from "./wire.ts";

export const reAuthPush = endpoint({
  name: "reAuthPush",
  method: "POST",
  path: "/account/re-auth-push-subscription",
  summary: "Tokens for channels of the live connection: `user`, and public ones",
  body: z.strictObject({ channels: z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(10)) }),
  reply: z.strictObject({
    channels: z.array(z.strictObject({ channel: z.string(), name: z.string(), token: z.string(), expireIn: count })),
  }),
  top: ["channels"],
});
