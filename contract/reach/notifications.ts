/** Notices in the page. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { LOCALES } from "../platform/locales.ts";
import { AREAS, CHANNELS } from "./notification-channels.ts";
import { count, instant, pageQuery } from "../platform/wire.ts";

const channels = z.array(z.enum(CHANNELS));
/** The channels of an event, by its key; an absent event is not changed. */
export const notificationChoices = z.record(z.string().check(z.regex(/^[a-z_]{1,40}$/)), channels);

export const notification = z.strictObject({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.string()),
  link: z.string(),
  at: instant,
  readAt: z.nullable(instant),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  name: "listNotifications",
  method: "GET",
  path: "/rest/v1/notifications",
  summary: "Notices, newest first, fifty a page",
  query: z.strictObject({ page: pageQuery }),
  reply: z.array(notification),
  meta: z.strictObject({ unread: count, hasMore: z.boolean() }),
});

export const markNotificationsRead = endpoint({
  name: "markNotificationsRead",
  method: "POST",
  path: "/rest/v1/notifications/read",
  summary: "All notices have been seen",
  reply: z.strictObject({ unread: count }),
});

export const openNotifications = endpoint({
  name: "openNotifications",
  method: "POST",
  path: "/rest/v1/notifications/opened",
  summary: "These notices have been seen, and no others; one that is not the caller's is left out",
  body: z.strictObject({
    ids: z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.minLength(1), z.maxLength(50)),
  }),
  reply: z.strictObject({ unread: count }),
});

export const receiveNotifications = endpoint({
  name: "receiveNotifications",
  method: "POST",
  path: "/rest/v1/notifications/delivered",
  summary: "Mark these notices as received by a page, at their first time; notices of other users are ignored",
  body: openNotifications.body,
  reply: z.strictObject({}),
});

export const notificationSettings = z.strictObject({
  events: z.array(
    z.strictObject({
      event: z.string(),
      area: z.enum(AREAS),
      channels,
      /** These cannot be taken away. */
      fixed: channels,
    }),
  ),
  /** The phrase in the reader's emails; empty for none. */
  mailPhrase: z.string(),
  /** Of emails and of what leaves this site. */
  language: z.enum(LOCALES),
  /** Minutes until what waits for its reader in a trade, and was opened nowhere, comes by the next channel. */
  climbMinutes: count,
  /** Minutes until an email reports unread messages of a chat. */
  interval: count,
  /** The available choices. */
  mostInterval: count,
  /** The key of a browser's subscription: our public key for push services, in base64url. */
  pushKey: z.string(),
  /** Browsers and phones that take notifications. */
  devices: count,
  /** Whether this market has a bot, and the reader's name there: null while nothing is linked, empty where Telegram has none. */
  telegram: z.strictObject({ isOffered: z.boolean(), name: z.nullable(z.string()) }),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  name: "getNotificationSettings",
  method: "GET",
  path: "/rest/v1/notifications/settings",
  summary: "Channels of each event; POST /rest/v1/users/settings changes them",
  reply: notificationSettings,
});

const signedToken = z.string().check(z.regex(/^[\w.-]{1,200}$/));

export const stopEmails = endpoint({
  name: "stopEmails",
  method: "POST",
  path: "/rest/v1/notifications/stop-emails",
  summary: "No more emails of the area that a signed link from an email names",
  body: z.strictObject({ token: signedToken }),
  reply: z.strictObject({ area: z.enum(AREAS) }),
  refusals: ["notification.link_unknown"],
});

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));
const endpointOfDevice = z.string().check(z.url(), z.maxLength(2048));

export const subscribePush = endpoint({
  name: "subscribePush",
  method: "POST",
  path: "/rest/v1/notifications/web-push/subscribe",
  summary: "Register the PushSubscription of this browser for notifications, until its session ends",
  body: z.strictObject({
    endpoint: endpointOfDevice,
    keys: z.strictObject({ p256dh: base64url(100), auth: base64url(40) }),
  }),
  reply: z.strictObject({ devices: count }),
  refusals: ["notification.push_unusable"],
});

export const unsubscribePush = endpoint({
  name: "unsubscribePush",
  method: "POST",
  path: "/rest/v1/notifications/web-push/unsubscribe",
  summary: "This browser takes none any more",
  body: z.strictObject({ endpoint: endpointOfDevice }),
  reply: z.strictObject({ devices: count }),
});

/** The content for a service worker, encrypted by the server and decrypted by its browser. */
export const pushMessage = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  link: z.string(),
  lang: z.string(),
  dir: z.enum(["ltr", "rtl"]),
  /** The mark by which it reports that it was shown and opened. */
  receipt: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;

export const confirmPush = endpoint({
  name: "confirmPush",
  method: "POST",
  path: "/rest/v1/notifications/receipts",
  summary: "A service worker says, by the mark of its message, that it was shown or opened",
  body: z.strictObject({ receipt: signedToken, state: z.enum(["delivered", "opened"]) }),
  reply: z.strictObject({ state: z.string() }),
  refusals: ["notification.link_unknown"],
});

export const linkTelegram = endpoint({
  name: "linkTelegram",
  method: "POST",
  path: "/rest/v1/notifications/telegram/link",
  summary: "A link to the bot with a code: the person who presses Start there gets the caller's notifications",
  reply: z.strictObject({ url: z.string(), minutes: count }),
  refusals: ["notification.telegram_off"],
});

export const unlinkTelegram = endpoint({
  name: "unlinkTelegram",
  method: "POST",
  path: "/rest/v1/notifications/telegram/unlink",
  summary: "No more notifications by Telegram",
  reply: z.strictObject({}),
});

export const testNotification = endpoint({
  name: "testNotification",
  method: "POST",
  path: "/rest/v1/notifications/test",
  summary: "Sends a test by one channel, and by that one only",
  body: z.strictObject({ channel: z.enum(CHANNELS) }),
  reply: z.strictObject({ channel: z.enum(CHANNELS) }),
  refusals: ["notification.channel_off"],
});

/** Waiting, sent as far as we know, there in a page or shown by a device, opened by its owner; or given up. */
export const DELIVERY_STATES = ["waiting", "sent", "delivered", "opened", "failed"] as const;

export const delivery = z.strictObject({
  id: z.string(),
  kind: z.string(),
  details: z.record(z.string(), z.string()),
  at: instant,
  /** Of several devices the furthest. */
  channels: z.array(
    z.strictObject({ channel: z.enum(CHANNELS), state: z.enum(DELIVERY_STATES), at: z.nullable(instant) }),
  ),
});
export type Delivery = z.infer<typeof delivery>;

export const listDeliveries = endpoint({
  name: "listDeliveries",
  method: "GET",
  path: "/rest/v1/notifications/deliveries",
  summary: "Delivery status of the caller's last twenty notifications, by channel",
  reply: z.array(delivery),
});
