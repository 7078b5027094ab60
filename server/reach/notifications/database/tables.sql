create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- A key such as trade_paid; the screen has the sentence.
  kind text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  link text not null,
  at timestamptz not null,
  read_at timestamptz,
  -- The page does not show what its reader does not want to see there.
  in_app boolean not null default true,
  -- The reason under which its email was queued.
  mail_key text,
  -- When the next channel is used unless it was opened; null where nothing waits for its reader, and when every channel was used.
  climb_at timestamptz,
  page_had_at timestamptz,
  primary key (id)
);
alter table notifications add foreign key (user_id) references users(id);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_to_climb on notifications (climb_at) where climb_at is not null;
create index notifications_unread on notifications (user_id) where read_at is null;
grant insert, select, update on notifications to parley_chain, parley_web, parley_worker;

create table notification_choices (
  user_id bigint not null,
  -- A key such as trade_paid.
  event text not null,
  channels text[] not null,
  changed_at timestamptz not null,
  primary key (user_id, event),
  constraint notification_choices_channels_check check (channels <@ array['web', 'email', 'telegram', 'app'])
);
alter table notification_choices add foreign key (user_id) references users(id);
grant insert, update on notification_choices to parley_web;
grant select on notification_choices to parley_web, parley_worker;

create table push_devices (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- When the session ends, nothing more goes to its browser.
  session_id bigint not null,
  -- SHA-256 in hexadecimal: one browser is one row, for all accounts that sign in in it.
  endpoint_hash text not null,
  -- Where its push service takes messages, and the keys that they are encrypted to.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null,
  is_quick boolean not null default false,
  primary key (id),
  constraint push_devices_endpoint_hash_key unique (endpoint_hash)
);
alter table push_devices add foreign key (session_id) references sessions(id) on delete cascade;
alter table push_devices add foreign key (user_id) references users(id);
create index push_devices_of_session on push_devices (session_id);
create index push_devices_of_user on push_devices (user_id, id desc);
grant select (id, user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at) on push_devices to parley_signer;
grant insert, update on push_devices to parley_web;
grant delete, select on push_devices to parley_web, parley_worker;
grant update (is_quick) on push_devices to parley_worker;

create table notification_sends (
  id bigint generated always as identity not null,
  notification_id bigint not null,
  channel text not null,
  device_id bigint,
  attempts int not null default 0,
  next_at timestamptz not null,
  -- Taken by the push service or by Telegram; shown by the device; pressed by its owner.
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  failed_at timestamptz,
  fault text,
  primary key (id),
  constraint notification_sends_channel_check check (channel in ('app', 'telegram'))
);
alter table notification_sends add foreign key (device_id) references push_devices(id) on delete set null;
alter table notification_sends add foreign key (notification_id) references notifications(id);
create index notification_sends_due on notification_sends (channel, next_at) where sent_at is null and failed_at is null;
-- For a browser that is removed.
create index notification_sends_of_device on notification_sends (device_id) where device_id is not null;
create index notification_sends_of_notification on notification_sends (notification_id);
grant update (delivered_at, opened_at) on notification_sends to parley_web;
grant select on notification_sends to parley_web, parley_worker;
grant insert, update on notification_sends to parley_worker;

-- The bot as Telegram names it, and how far its messages were read; the web shows Telegram while this is fresh.
create table telegram_bot (
  id int not null default 1,
  username text not null,
  next_update bigint not null default 0,
  asked_at timestamptz not null,
  primary key (id),
  constraint telegram_bot_id_check check (id = 1)
);
grant select (username, asked_at) on telegram_bot to parley_web;
grant insert, select, update on telegram_bot to parley_worker;

create table telegram_codes (
  -- SHA-256 in hexadecimal.
  code_hash text not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (code_hash)
);
alter table telegram_codes add foreign key (user_id) references users(id);
create index telegram_codes_of_user on telegram_codes (user_id);
grant delete, insert, select on telegram_codes to parley_web, parley_worker;

create table telegram_chats (
  user_id bigint not null,
  -- One chat belongs to one account: linking it to another removes it from the first.
  chat_id bigint not null,
  -- As Telegram has it, without the sign before it; empty where there is none.
  name text not null,
  linked_at timestamptz not null,
  primary key (user_id),
  constraint telegram_chats_chat_id_key unique (chat_id)
);
alter table telegram_chats add foreign key (user_id) references users(id);
grant delete, select on telegram_chats to parley_web, parley_worker;
grant insert, update on telegram_chats to parley_worker;

create table chat_waits (
  -- Of a trade, and no reference: it would hold the trade's row, which calls lock, until a whole list is delivered.
  trade_id bigint not null,
  user_id bigint not null,
  due_at timestamptz not null,
  primary key (trade_id, user_id)
);
alter table chat_waits add foreign key (user_id) references users(id);
create index chat_waits_due on chat_waits (due_at);
grant delete, insert, select, update on chat_waits to parley_worker;

create table email_stops (
  user_id bigint not null,
  area text not null,
  stopped_at timestamptz not null,
  primary key (user_id, area)
);
alter table email_stops add foreign key (user_id) references users(id);
grant delete, insert on email_stops to parley_web;
grant select on email_stops to parley_web, parley_worker;

create table reminders_sent (
  kind text not null,
  -- The trade's hash, the document's reference, the number of the case or of the closing.
  subject text not null,
  user_id bigint not null,
  due_at timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject, user_id, due_at)
);
alter table reminders_sent add foreign key (user_id) references users(id);
create index reminders_sent_by_time on reminders_sent (due_at);
