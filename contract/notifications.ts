/** Notices in the page. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { count, instant, pageQuery } from "./wire.ts";

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
