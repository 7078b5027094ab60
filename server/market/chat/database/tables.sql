create table chat_members (
  user_id bigint not null,
  role text not null,
  last_read_id bigint not null default 0,
  trade_id bigint not null,
  primary key (trade_id, user_id),
  constraint chat_members_role_check check (role in ('buyer', 'seller', 'moderator'))
);
alter table chat_members add foreign key (user_id) references users(id);
create index chat_members_of_user on chat_members (user_id);
grant insert, select, update on chat_members to parley_chain, parley_web, parley_worker;

create table uploads (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  name text not null,
  mime_type text not null,
  file_key text not null,
  thumb_key text,
  size_bytes int not null,
  created_at timestamptz not null,
  sha256 bytea,
  primary key (id),
  constraint uploads_hash_key unique (hash),
  constraint uploads_mime_type_check check (mime_type in ('image/jpeg', 'image/png', 'application/pdf')),
  constraint uploads_sha256_check check (octet_length(sha256) = 32)
);
alter table uploads add foreign key (owner_id) references users(id);
create index uploads_of_file on uploads (file_key);
create index uploads_of_thumb on uploads (thumb_key) where thumb_key is not null;
grant insert, select on uploads to parley_chain, parley_web, parley_worker;
grant insert (sha256) on uploads to parley_web, parley_worker;

create table chat_messages (
  id bigint generated always as identity not null,
  author_id bigint,
  type text not null,
  system_key text,
  system_values jsonb not null default '{}'::jsonb,
  body text not null default '',
  upload_id bigint,
  at timestamptz not null,
  trade_id bigint not null,
  primary key (id),
  constraint chat_messages_check check ((type = 'system') = (author_id is null)),
  constraint chat_messages_check1 check ((type = 'system') = (system_key is not null)),
  constraint chat_messages_check2 check ((type = 'attachment') = (upload_id is not null)),
  constraint chat_messages_type_check check (type in ('msg', 'attachment', 'system', 'moderator'))
);
alter table chat_messages add foreign key (author_id) references users(id);
alter table chat_messages add foreign key (upload_id) references uploads(id);
create index chat_messages_of_author on chat_messages (author_id, at) where author_id is not null;
create index chat_messages_of_trade on chat_messages (trade_id, id);
create index chat_messages_of_upload on chat_messages (upload_id) where upload_id is not null;
grant insert, select on chat_messages to parley_chain, parley_web, parley_worker;
