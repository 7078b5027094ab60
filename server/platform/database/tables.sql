create table live_channels (
  name text not null,
  last_seq bigint not null,
  primary key (name)
);
grant select on live_channels to parley_chain, parley_web, parley_worker;
grant insert, update on live_channels to parley_worker;

create table mails (
  id bigint generated always as identity not null,
  -- One mail per reason, whatever retries arrive.
  dedupe_key text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts int not null default 0,
  next_at timestamptz not null,
  fault text,
  lang text not null default 'en',
  -- What the link is about at which a mail program stops such emails; it is signed when the email is sent.
  unsubscribe text,
  -- What the mail server said of a try. refused: for good. later: not now, or it was not reached. unknown: it gave no answer.
  answer text,
  primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key),
  constraint mails_answer_check check (answer in ('refused', 'later', 'unknown')),
  constraint mails_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$')
);
create index mails_to_send on mails (next_at) where sent_at is null;
create trigger code_mail_noted after update of attempts on mails for each row when (new.attempts > old.attempts and (new.dedupe_key ~ '^sent-code:[0-9]{1,18}$')) execute function note_code_mail();
grant select (id, dedupe_key, sent_at, attempts) on mails to parley_chain, parley_web;
grant insert on mails to parley_chain, parley_web, parley_worker;
grant select, update on mails to parley_worker;

-- What the local mail server took, where no other is configured.
create table inbox_mails (
  id bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  at timestamptz not null,
  primary key (id)
);
create index inbox_mails_of_address on inbox_mails (to_address, id desc);
grant select on inbox_mails to parley_chain, parley_web, parley_worker;
grant delete, insert on inbox_mails to parley_worker;

create table heartbeats (
  only_row boolean not null default true,
  beat_at timestamptz not null,
  primary key (only_row),
  constraint heartbeats_only_row_check check (only_row)
);
grant select on heartbeats to parley_chain, parley_web, parley_worker;
grant insert, update on heartbeats to parley_worker;

-- Each process about itself, every ten seconds. note_process writes it, under the login of the session.
create table processes (
  login text not null,
  -- Drawn at each start.
  instance text not null,
  -- The value of ROLE.
  part text not null,
  host text not null,
  pid int not null,
  release text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- It ended by itself; null while it runs, and for one that was lost.
  stopped_at timestamptz,
  -- Its pools, its event loop, its bus and its replicas: server/platform/presence/figures.ts.
  figures jsonb not null,
  primary key (login, instance),
  constraint processes_figures_check check (char_length(figures::text) <= 8000),
  constraint processes_host_check check (char_length(host) <= 255),
  constraint processes_instance_check check (char_length(instance) <= 64),
  constraint processes_part_check check (part in ('all', 'web', 'worker', 'chain', 'market', 'lightning', 'signer')),
  constraint processes_release_check check (char_length(release) <= 100)
);
grant select on processes to parley_web;

create table events (
  id bigint generated always as identity not null,
  type text not null,
  subject text not null,
  payload jsonb not null,
  -- By the market's clock.
  at timestamptz not null,
  dispatched_at timestamptz,
  attempts int not null default 0,
  fault text,
  written_at timestamptz not null default clock_timestamp(),
  retry_at timestamptz
) partition by range (written_at);
create index events_put_aside on only events (id) where dispatched_at is null and attempts >= 8;
create index events_tried_later on only events (retry_at) where dispatched_at is null and (attempts >= 1 and attempts <= 7);
-- What waits, by its lane; and what was tried eight times and put aside. There is no other way to a row than these.
create index events_waiting on only events ((hashtext(subject) & 7), id) where dispatched_at is null and attempts < 8;
create table events_default partition of events default;
select keep_parts('events');
grant insert, select on events to parley_chain, parley_lightning, parley_web, parley_worker;
grant update (dispatched_at, attempts, fault, retry_at) on events to parley_worker;

-- The worker that delivers a lane keeps its row locked. Only workers may lock it: a lock that every login can take could keep
-- messages from the users whom they warn.
create table event_lanes (
  lane int not null,
  primary key (lane),
  constraint event_lanes_lane_check check (lane >= 0 and lane <= 7)
);
insert into event_lanes (lane) values
  ('0'), ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7');
grant select, update on event_lanes to parley_worker;

create table live_messages (
  channel text not null,
  -- Counted in live_channels, without a gap.
  seq bigint not null,
  -- One of the two: long ones are packed (server/platform/packing).
  body text,
  written_at timestamptz not null default clock_timestamp(),
  packed bytea storage external,
  primary key (channel, seq, written_at),
  constraint live_messages_check check ((body is null) <> (packed is null))
) partition by range (written_at);
create table live_messages_default partition of live_messages default;
select keep_parts('live_messages');
grant select on live_messages to parley_web, parley_worker;
grant insert on live_messages to parley_worker;

create unlogged table page_changes (
  id bigint generated always as identity not null,
  tx xid8 not null default pg_current_xact_id(),
  topic text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (id)
);
create index page_changes_by_tx on page_changes (tx);
grant select on page_changes to parley_web, parley_worker;
grant delete on page_changes to parley_worker;

create table idempotency_keys (
  principal text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status int not null,
  -- One of the two: a long answer is packed (server/platform/packing).
  answer text storage external,
  created_at timestamptz not null,
  part int not null default 0,
  packed bytea storage external,
  constraint idempotency_keys_check check ((answer is null) <> (packed is null))
) partition by list (part);
create table idempotency_keys_0 partition of idempotency_keys (primary key (principal, key)) for values in (0)
with (toast_tuple_target = 8160);
grant insert (principal, key, route, body_hash, status, answer, created_at, packed), select on idempotency_keys to parley_web;

-- By the machine's clock: the market's may be moved. A part ends when the next one begins.
create table idempotency_key_parts (
  part int not null,
  began_at timestamptz not null,
  primary key (part)
);
insert into idempotency_key_parts (part, began_at) values (0, clock_timestamp());

create table error_kinds (
  id bigint generated always as identity not null,
  -- browser, call or job.
  source text not null,
  -- The path of a page, the route of a call, the name of a job.
  place text not null,
  -- The common part of one kind: source, place, and message without quoted values.
  mark text not null,
  message text not null,
  stack text,
  release text,
  -- Of the last one, as its answer and the log name it.
  request_id text,
  times bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  resolved_by bigint,
  resolved_at timestamptz,
  primary key (id),
  constraint error_kinds_mark_key unique (mark),
  constraint error_kinds_check check ((resolved_by is null) = (resolved_at is null)),
  constraint error_kinds_mark_check check (char_length(mark) = 64),
  constraint error_kinds_message_check check (char_length(message) <= 500),
  constraint error_kinds_place_check check (char_length(place) <= 200),
  constraint error_kinds_release_check check (char_length(release) <= 100),
  constraint error_kinds_request_id_check check (char_length(request_id) <= 100),
  constraint error_kinds_source_check check (source in ('browser', 'call', 'job')),
  constraint error_kinds_stack_check check (char_length(stack) <= 4000),
  constraint error_kinds_times_check check (times > 0)
);
create index error_kinds_by_first on error_kinds (source, first_at);
create index error_kinds_by_time on error_kinds (last_at);
grant select on error_kinds to parley_web, parley_worker;
grant delete on error_kinds to parley_worker;

-- When a file of each user was read, within the last hour: reading is work, whether the file is kept or refused.
create table upload_tries (
  user_id bigint not null,
  tried_at timestamptz[] not null,
  primary key (user_id),
  constraint upload_tries_tried_at_check check ((cardinality(tried_at) >= 1) and (cardinality(tried_at) <= 100))
);
grant insert, select, update on upload_tries to parley_web, parley_worker;
