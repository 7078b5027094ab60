/** Endpoints of one's own messages. */
import { getMessengerProfile, saveMessengerProfile } from "#contract/reach/messenger.ts";
import { route } from "../../platform/http/policy.ts";
import { acceptanceOf, saveAcceptance } from "./rows.ts";

export const routes = [
  route(getMessengerProfile, { auth: "session", rateLimit: "read" }, async ({ tx, viewer }) => ({
    accept_chat_messages: await acceptanceOf(tx, viewer.userId),
  })),
  // Open in every restriction: it only ever decides who may write to oneself.
  route(
    saveMessengerProfile,
    { auth: "session", rateLimit: "write", action: "account" },
    async ({ tx, viewer, body }) => {
      await saveAcceptance(tx, viewer.userId, body.accept_chat_messages);
      return body;
    },
  ),
];
