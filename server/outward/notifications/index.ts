/** Telling people what happened. */
import * as calls from "#contract/notifications.ts";
import { route } from "../../platform/http/policy.ts";
import { viewSettings } from "./choose-channels.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllRead, unreadOf } from "./rows.ts";
import { stopEmails } from "./stop-emails.ts";

export { chooseChannels } from "./choose-channels.ts";
export { mountOneClick } from "./one-click.ts";
export { notifyAccount } from "./notify-account.ts";
export { notifyTrade } from "./notify-trade.ts";
export { notifyWallet } from "./notify-wallet.ts";
/** Sends the owner's open pages what changed about the account. */
export { pushAccount } from "./push-account.ts";
/** Unread notices are counted so far. */
export { MOST_UNREAD } from "./rows.ts";
/** What a link from an email would stop. */
export { readStopLink } from "./stop-emails.ts";

export const routes = [
  route(calls.listNotifications, { auth: "session", rate: "read" }, ({ tx, viewer, query }) =>
    listNotifications(tx, { userId: viewer.userId, page: Number(query?.page ?? 1) }),
  ),
  route(calls.markNotificationsRead, { auth: "session", rate: "write" }, async ({ tx, viewer }) => {
    await markAllRead(tx, viewer.userId);
    return { unread: await unreadOf(tx, viewer.userId) };
  }),
  route(calls.getNotificationSettings, { auth: "session", rate: "read" }, ({ tx, viewer }) =>
    viewSettings(tx, viewer.userId),
  ),
  route(calls.stopEmails, { auth: "public", rate: "write" }, ({ tx, body }) => stopEmails(tx, body.token)),
];
