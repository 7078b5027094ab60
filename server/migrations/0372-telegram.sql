-- Notifications by Telegram: who linked which chat, by a code that only they saw. The worker links, and the account is told
-- of it; the web makes codes and takes links away. Owned by outward/notifications.

-- The bot as Telegram names it, and how far its messages were read; the web shows Telegram while this is fresh.
create table telegram_bot (
  id          int         primary key default 1 check (id = 1),
  username    text        not null,
  next_update bigint      not null default 0,
  asked_at    timestamptz not null
);
grant select, insert, update on telegram_bot to parley_worker;
grant select (username, asked_at) on telegram_bot to parley_web;

create table telegram_codes (
  -- SHA-256 in hexadecimal.
  code_hash  text        primary key,
  user_id    bigint      not null references users,
  expires_at timestamptz not null
);
create index telegram_codes_of_user on telegram_codes (user_id);
grant select, insert, delete on telegram_codes to parley_web, parley_worker;

create table telegram_chats (
  user_id   bigint      primary key references users,
  -- One chat is one account's: whoever links it to another takes it away from the first.
  chat_id   bigint      not null unique,
  -- As Telegram has it, without the sign before it; empty where there is none.
  name      text        not null,
  linked_at timestamptz not null
);
grant select, insert, update, delete on telegram_chats to parley_worker;
grant select, delete on telegram_chats to parley_web;
