import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  notifications: ["user_id", "read_at"],
  notification_choices: [],
  email_stops: [],
  push_devices: [],
  reminders_sent: [],
  notification_sends: [],
  chat_waits: [],
  telegram_bot: [],
  telegram_codes: [],
  telegram_chats: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  notifications: {
    ownData: { section: "notifications" },
    retention: { by: "notifications", after: "365 days (retention.log_days)" },
    closing: "erased",
  },
  notification_choices: {
    ownData: { section: "channels" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  email_stops: { ownData: { section: "channels" }, retention: { kept: "kept with the account" }, closing: "erased" },
  push_devices: {
    ownData: { section: "channels" },
    retention: { by: "push_devices", after: "a day after their session has ended" },
    closing: "erased",
  },
  reminders_sent: {
    ownData: { none: "notifications are in it" },
    retention: { by: "remind_of_dates", after: "30 days after their date" },
    closing: { kept: "gone with age" },
  },
  notification_sends: {
    ownData: { none: "notifications are in it" },
    retention: { by: "notifications", after: "365 days (retention.log_days)" },
    closing: "erased",
  },
  chat_waits: {
    ownData: { none: "messages are in it" },
    retention: { by: "tell-unread-chats", after: "some minutes" },
    closing: "erased",
  },
  telegram_bot: untouched("how far the bot has read"),
  telegram_codes: {
    ownData: { none: "a code that is shown once" },
    retention: { by: "read-telegram", after: "some minutes" },
    closing: "erased",
  },
  telegram_chats: { ownData: { section: "channels" }, retention: { kept: "kept with the account" }, closing: "erased" },
};
