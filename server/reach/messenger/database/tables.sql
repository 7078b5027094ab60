create table messenger_profiles (
  user_id bigint not null,
  accepts text not null,
  changed_at timestamptz not null,
  primary key (user_id),
  constraint messenger_profiles_accepts_check check (accepts in ('everyone', 'verified', 'trade_partners', 'nobody'))
);
alter table messenger_profiles add foreign key (user_id) references users(id);
grant insert, select, update on messenger_profiles to parley_web;

-- One for each pair of users.
create table direct_conversations (
  id bigint generated always as identity not null,
  hash text not null,
  low_id bigint not null,
  high_id bigint not null,
  started_by bigint not null,
  created_from text not null,
  -- The number of its newest message. The row is locked by each message, so numbers have no gaps and are committed in order.
  last_seq int not null default 0,
  -- The other side accepted or answered: until then a few messages may be sent, without links and files.
  is_answered boolean not null default false,
  created_at timestamptz not null,
  -- An account was closed: nobody writes any more.
  closed_at timestamptz,
  primary key (id),
  constraint direct_conversations_hash_key unique (hash),
  constraint direct_conversations_pair_key unique (low_id, high_id),
  constraint direct_conversations_pair_check check (low_id < high_id),
  constraint direct_conversations_started_by_check check (started_by in (low_id, high_id)),
  constraint direct_conversations_created_from_check check (created_from in ('profile', 'offer', 'trade'))
);
alter table direct_conversations add foreign key (low_id) references users(id);
alter table direct_conversations add foreign key (high_id) references users(id);
alter table direct_conversations add foreign key (started_by) references users(id);
create index direct_conversations_of_high on direct_conversations (high_id);
create index direct_conversations_of_starter on direct_conversations (started_by, created_at);
grant insert, select on direct_conversations to parley_web;
grant update (last_seq, is_answered) on direct_conversations to parley_web, parley_worker;
grant select on direct_conversations to parley_worker;

create table direct_members (
  conversation_id bigint not null,
  user_id bigint not null,
  other_id bigint not null,
  state text not null,
  read_seq int not null default 0,
  unread int not null default 0,
  is_muted boolean not null default false,
  is_archived boolean not null default false,
  -- Of its newest message: the order of the list.
  last_at timestamptz not null,
  primary key (conversation_id, user_id),
  constraint direct_members_state_check check (state in ('accepted', 'request', 'declined')),
  constraint direct_members_unread_check check (unread >= 0)
);
alter table direct_members add foreign key (conversation_id) references direct_conversations(id);
alter table direct_members add foreign key (user_id) references users(id);
alter table direct_members add foreign key (other_id) references users(id);
create index direct_members_of_user on direct_members (user_id, last_at desc, conversation_id desc);
create index direct_members_of_other on direct_members (other_id);
create index direct_members_unread on direct_members (user_id) where unread > 0;
grant insert, select on direct_members to parley_web;
grant update (state, read_seq, unread, is_muted, is_archived, last_at) on direct_members to parley_web, parley_worker;
grant select on direct_members to parley_worker;

create table direct_messages (
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  seq int not null,
  author_id bigint not null,
  kind text not null,
  -- Sealed for its conversation and number; empty words of a file or an offer as well.
  body_sealed bytea not null,
  upload_id bigint,
  offer_id bigint,
  at timestamptz not null,
  primary key (id),
  constraint direct_messages_seq_key unique (conversation_id, seq),
  constraint direct_messages_kind_check check (kind in ('text', 'file', 'offer')),
  constraint direct_messages_file_check check ((kind = 'file') = (upload_id is not null)),
  constraint direct_messages_offer_check check ((kind = 'offer') = (offer_id is not null))
);
alter table direct_messages add foreign key (conversation_id) references direct_conversations(id);
alter table direct_messages add foreign key (author_id) references users(id);
alter table direct_messages add foreign key (upload_id) references uploads(id);
alter table direct_messages add foreign key (offer_id) references offers(id);
create index direct_messages_of_author on direct_messages (author_id, at);
create index direct_messages_of_upload on direct_messages (upload_id) where upload_id is not null;
create index direct_messages_of_offer on direct_messages (offer_id) where offer_id is not null;
create index direct_messages_by_time on direct_messages (at);
grant insert, select on direct_messages to parley_web, parley_worker;

create table direct_reports (
  id bigint generated always as identity not null,
  number text not null,
  conversation_id bigint not null,
  reporter_id bigint not null,
  reported_id bigint not null,
  reason text not null,
  -- What the reporter adds; null without.
  words_sealed bytea,
  reported_at timestamptz not null,
  outcome text,
  closed_by bigint,
  closed_at timestamptz,
  closed_why text,
  primary key (id),
  constraint direct_reports_number_key unique (number),
  constraint direct_reports_reason_check check (reason in ('scam', 'outside_escrow', 'abuse', 'spam', 'impersonation', 'other')),
  constraint direct_reports_outcome_check check (outcome in ('upheld', 'dismissed')),
  constraint direct_reports_closed_check check (num_nonnulls(outcome, closed_by, closed_at, closed_why) in (0, 4))
);
alter table direct_reports add foreign key (conversation_id) references direct_conversations(id);
alter table direct_reports add foreign key (reporter_id) references users(id);
alter table direct_reports add foreign key (reported_id) references users(id);
alter table direct_reports add foreign key (closed_by) references users(id);
create unique index direct_reports_once on direct_reports (conversation_id, reporter_id) where outcome is null;
create index direct_reports_waiting on direct_reports (reported_at, id) where outcome is null;
create index direct_reports_of_reporter on direct_reports (reporter_id, reported_at);
create index direct_reports_of_reported on direct_reports (reported_id);
create index direct_reports_closed on direct_reports (closed_at) where outcome is not null;
grant insert, select on direct_reports to parley_web;

-- The reported message and the ten before it, as they were then. Staff read them by the function that notes who looked.
create table direct_report_messages (
  report_id bigint not null,
  seq int not null,
  author_id bigint not null,
  kind text not null,
  body_sealed bytea not null,
  file_name text,
  at timestamptz not null,
  primary key (report_id, seq)
);
alter table direct_report_messages add foreign key (report_id) references direct_reports(id) on delete cascade;
alter table direct_report_messages add foreign key (author_id) references users(id);
grant insert on direct_report_messages to parley_web;
