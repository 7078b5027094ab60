-- What is due to Telegram while no bot is set stood in the index before what is due to browsers, and was passed over twice a
-- second. Owned by outward/notifications.

drop index notification_sends_due;
create index notification_sends_due on notification_sends (channel, next_at) where sent_at is null and failed_at is null;
