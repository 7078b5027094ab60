/** Notices in the page. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { count, instant, pageQuery } from "./wire.ts";

/** Where somebody can be told: the page, email, Telegram, and a browser or phone that took our app's notifications. */
export const CHANNELS = ["web", "email", "telegram", "app"] as const;
export type Channel = (typeof CHANNELS)[number];
/** What belongs together in the settings, and is stopped together by the link in an email. */
export const AREAS = ["trades", "wallet", "security"] as const;
export type Area = (typeof AREAS)[number];

const channels = z.array(z.enum(CHANNELS));
/** What is told of an event, by its key; an event that is absent stays as it is. */
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
  /** What stands in the reader's emails; empty for none. */
  mailPhrase: z.string(),
  /** Of emails and of what leaves this site. */
  language: z.enum(["en", "es", "ar"]),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  name: "getNotificationSettings",
  method: "GET",
  path: "/rest/v1/notifications/settings",
  summary: "Which events are told where; POST /rest/v1/users/settings changes it",
  reply: notificationSettings,
});

const unsubscribeToken = z.string().check(z.regex(/^[\w.-]{1,120}$/));

export const stopEmails = endpoint({
  name: "stopEmails",
  method: "POST",
  path: "/rest/v1/notifications/stop-emails",
  summary: "No more emails of the area that a signed link from an email names",
  body: z.strictObject({ token: unsubscribeToken }),
  reply: z.strictObject({ area: z.enum(AREAS) }),
  refusals: ["notification.link_unknown"],
});
