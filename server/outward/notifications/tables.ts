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
