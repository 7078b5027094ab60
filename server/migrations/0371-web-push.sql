-- Browsers and phones that take our notifications when no page is open, and what was sent to whom outside the page: one row
-- for each notification and place, tried again until it is there or given up. Owned by outward/notifications.

create table push_devices (
  id            bigint      generated always as identity primary key,
  user_id       bigint      not null references users,
  -- When the session ends, nothing more goes to its browser.
  session_id    bigint      not null references sessions on delete cascade,
  -- SHA-256 in hexadecimal: one browser is one row, whoever signs in in it.
  endpoint_hash text        not null unique,
  -- Where its push service takes messages, and the keys that they are encrypted to.
  endpoint      text        not null,
  p256dh        text        not null,
  auth          text        not null,
  made_at       timestamptz not null
);
create index push_devices_of_user on push_devices (user_id, id desc);
create index push_devices_of_session on push_devices (session_id);
grant select, insert, update, delete on push_devices to parley_web;
grant select, delete on push_devices to parley_worker;

create table notification_sends (
  id              bigint      generated always as identity primary key,
  notification_id bigint      not null references notifications,
  channel         text        not null check (channel in ('app', 'telegram')),
  device_id       bigint      references push_devices on delete set null,
  attempts        int         not null default 0,
  next_at         timestamptz not null,
  -- Taken by the push service or by Telegram; shown by the device; pressed by its owner.
  sent_at         timestamptz,
  delivered_at    timestamptz,
  opened_at       timestamptz,
  failed_at       timestamptz,
  fault           text
);
create index notification_sends_due on notification_sends (next_at) where sent_at is null and failed_at is null;
create index notification_sends_of_notification on notification_sends (notification_id);
-- For a browser that is removed.
create index notification_sends_of_device on notification_sends (device_id) where device_id is not null;
grant select, insert, update on notification_sends to parley_worker;
grant select, update (delivered_at, opened_at) on notification_sends to parley_web;
