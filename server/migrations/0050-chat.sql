-- The chat of a trade: one room with its members, messages in order, and uploads that were checked and made anew
-- before anybody sees them. The platform's own lines have no author and a key instead of a text. Owned by market/chat.

create table chat_rooms (
  id            bigint generated always as identity primary key,
  -- The hash of the trade that the room belongs to.
  ref           text   not null unique,
  -- Why nobody may write now; null while the chat is open.
  closed_reason text   check (closed_reason in
    ('ChatBlocked', 'ChatBlockedAfterTradeIsCanceled', 'ChatNotAvailableYet', 'ChatNotAvailableAfterTradeCompleted'))
);

create table chat_members (
  room_id      bigint not null references chat_rooms,
  user_id      bigint not null references users,
  role         text   not null check (role in ('buyer', 'seller', 'moderator')),
  last_read_id bigint not null default 0,
  primary key (room_id, user_id)
);
create index chat_members_of_user on chat_members (user_id);

create table uploads (
  id         bigint      generated always as identity primary key,
  hash       text        not null unique,
  owner_id   bigint      not null references users,
  name       text        not null,
  mime_type  text        not null check (mime_type in ('image/jpeg', 'image/png', 'application/pdf')),
  file_key   text        not null,
  thumb_key  text,
  size_bytes int         not null,
  created_at timestamptz not null
);

create table chat_messages (
  id            bigint      generated always as identity primary key,
  room_id       bigint      not null references chat_rooms,
  author_id     bigint      references users,
  type          text        not null check (type in ('msg', 'attachment', 'system', 'moderator')),
  system_key    text,
  system_values jsonb       not null default '{}',
  body          text        not null default '',
  upload_id     bigint      references uploads,
  at            timestamptz not null,
  check ((type = 'system') = (author_id is null)),
  check ((type = 'system') = (system_key is not null)),
  check ((type = 'attachment') = (upload_id is not null))
);
create index chat_messages_of_room on chat_messages (room_id, id);
create index chat_messages_of_author on chat_messages (author_id, at);

grant select, insert, update on chat_rooms, chat_members to parley_app;
grant select, insert on uploads, chat_messages to parley_app;
