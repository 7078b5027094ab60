/** From whom a user accepts messages, and whether one user may start a conversation with another. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { CHAT_ACCEPTANCES, CHAT_OBSTACLES, CHAT_PERMISSIONS } from "./messenger-names.ts";

const messengerProfile = z.strictObject({ accept_chat_messages: z.enum(CHAT_ACCEPTANCES) });

export const getMessengerProfile = endpoint({
  name: "getMessengerProfile",
  method: "GET",
  path: "/proxy/messenger/v3/profile",
  summary: "The users whose messages the caller accepts",
  reply: messengerProfile,
});

export const saveMessengerProfile = endpoint({
  name: "saveMessengerProfile",
  method: "PUT",
  path: "/proxy/messenger/v3/profile",
  summary: "Choose whose messages the caller accepts outside trades; in an open trade both sides can always write",
  body: messengerProfile,
  reply: messengerProfile,
});

/** Whether a signed-in reader may message another user. */
export const chatStanding = z.strictObject({
  accepts: z.enum(CHAT_ACCEPTANCES),
  permission: z.enum(CHAT_PERMISSIONS),
  /** null unless it is forbidden. */
  obstacle: z.nullable(z.enum(CHAT_OBSTACLES)),
  /** The open trade whose conversation the two share. */
  tradeHash: z.nullable(z.string()),
});
export type ChatStanding = z.infer<typeof chatStanding>;
