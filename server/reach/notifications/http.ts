/** Endpoints of notifications: what they are, where they go, and what ends them. */
import * as calls from "#contract/reach/notifications.ts";
import { route } from "../../platform/http/policy.ts";
import { viewSettings } from "./channels/choose-channels.ts";
import { subscribe, unsubscribe } from "./channels/devices.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listNotifications } from "./list-notifications.ts";
import { confirm } from "./channels/receipts.ts";
import { markAllRead, markOpened, markReceived, unreadOf } from "./rows.ts";
import { stopEmails } from "./channels/stop-emails.ts";
import { beginLink } from "./channels/telegram/telegram.ts";
import { removeChatOfUser } from "./channels/telegram/rows.ts";
import { askTest } from "./channels/test-channel.ts";

export const routes = [
  route(calls.listNotifications, { auth: "session", rateLimit: "read" }, ({ tx, viewer, query }) =>
    listNotifications(tx, { userId: viewer.userId, page: Number(query?.page ?? 1) }),
  ),
  route(
    calls.openNotifications,
    { auth: "session", rateLimit: "write", unrestricted: true },
    async ({ tx, viewer, body }) => {
      await markOpened(tx, viewer.userId, body.ids.map(BigInt));
      return { unread: await unreadOf(tx, viewer.userId) };
    },
  ),
  route(
    calls.receiveNotifications,
    { auth: "session", rateLimit: "write", unrestricted: true, byItself: true },
    async ({ tx, viewer, body }) => {
      await markReceived(tx, viewer.userId, body.ids.map(BigInt));
      return {};
    },
  ),
  route(
    calls.markNotificationsRead,
    { auth: "session", rateLimit: "write", unrestricted: true },
    async ({ tx, viewer }) => {
      await markAllRead(tx, viewer.userId);
      return { unread: await unreadOf(tx, viewer.userId) };
    },
  ),
  route(calls.getNotificationSettings, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    viewSettings(tx, viewer.userId),
  ),
  route(
    calls.subscribePush,
    { auth: "session", rateLimit: "write", action: "own_account" },
    ({ tx, viewer, body: { endpoint, keys } }) => subscribe(tx, { viewer, target: { endpoint, ...keys } }),
  ),
  route(calls.unsubscribePush, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    unsubscribe(tx, { viewer, endpoint: body.endpoint }),
  ),
  route(
    calls.linkTelegram,
    { auth: "session", rateLimit: "write", action: "account", keepsNoAnswer: true },
    ({ tx, viewer }) => beginLink(tx, viewer.userId),
  ),
  route(calls.unlinkTelegram, { auth: "session", rateLimit: "write", unrestricted: true }, async ({ tx, viewer }) => {
    await removeChatOfUser(tx, viewer.userId);
    return {};
  }),
  route(calls.testNotification, { auth: "session", rateLimit: "code", action: "own_account" }, ({ tx, viewer, body }) =>
    askTest(tx, { userId: viewer.userId, channel: body.channel }),
  ),
  route(calls.listDeliveries, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    listDeliveries(tx, viewer.userId),
  ),
  route(calls.confirmPush, { auth: "public", rateLimit: "write", bySignature: true }, ({ tx, body }) =>
    confirm(tx, body),
  ),
  route(calls.stopEmails, { auth: "public", rateLimit: "write", openEverywhere: true }, ({ tx, body }) =>
    stopEmails(tx, body.token),
  ),
];
