create table invariant_checks (
  only_row boolean not null default true,
  checked_at timestamptz not null,
  broken int not null,
  took_ms int not null default 0,
  in_full_at timestamptz,
  in_full_ms int not null default 0,
  in_full_broken int not null default 0,
  primary key (only_row),
  constraint invariant_checks_broken_check check (broken >= 0),
  constraint invariant_checks_only_row_check check (only_row)
);
grant select on invariant_checks to parley_chain, parley_web, parley_worker;
grant insert, update on invariant_checks to parley_worker;

create table staff_changes (
  id bigint generated always as identity not null,
  hash text not null,
  kind text not null,
  -- The user whose role or level changes; null for halts.
  user_id bigint,
  -- The role, the level or the halt.
  detail text not null,
  -- What both prove.
  subject text not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by bigint,
  confirmed_at timestamptz,
  primary key (id),
  constraint staff_changes_hash_key unique (hash),
  constraint staff_changes_check check (confirmed_by <> proposed_by),
  constraint staff_changes_check1 check ((confirmed_by is null) = (confirmed_at is null)),
  constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback')),
  constraint staff_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table staff_changes add constraint staff_changes_reason_said check (is_said(reason)) not valid;
alter table staff_changes add foreign key (confirmed_by) references users(id);
alter table staff_changes add foreign key (proposed_by) references users(id);
alter table staff_changes add foreign key (user_id) references users(id);
create index staff_changes_of_journals on staff_changes (user_id) where kind = 'post_journal';
create index staff_changes_waiting on staff_changes (expires_at) where confirmed_at is null;
grant select on staff_changes to parley_web, parley_worker;

-- Which role sets, keeps and lifts which state; contract/compliance/restriction-names.ts says the same for screens.
create table restriction_rights (
  state text not null,
  role text not null,
  primary key (state, role),
  constraint restriction_rights_role_check check (role in ('admin', 'supermoderator', 'moderator')),
  constraint restriction_rights_state_check check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised'))
);
grant select on restriction_rights to parley_signer, parley_web;

-- What somebody writes against a restriction of theirs, once.
create table restriction_appeals (
  restriction_id bigint not null,
  words text not null,
  written_at timestamptz not null,
  outcome text,
  -- Null is the operator.
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  primary key (restriction_id),
  constraint restriction_appeals_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  constraint restriction_appeals_check check (((outcome is null) = (decided_at is null)) and ((outcome is null) = (answer is null))),
  constraint restriction_appeals_outcome_check check (outcome in ('lifted', 'kept')),
  constraint restriction_appeals_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
alter table restriction_appeals add constraint restriction_appeals_answer_said check (is_said(answer)) not valid;
alter table restriction_appeals add constraint restriction_appeals_words_said check (is_said(words)) not valid;
alter table restriction_appeals add foreign key (decided_by) references users(id);
alter table restriction_appeals add foreign key (restriction_id) references user_restrictions(id);
create index restriction_appeals_open on restriction_appeals (written_at) where outcome is null;
create trigger appeals_told after insert on restriction_appeals for each row execute function tell_of_appeal();
grant select on restriction_appeals to parley_web;

-- All acts up to one, by the link of that one.
create table audit_batches (
  number bigint not null,
  -- The last act of it, and how many there were up to it.
  last_act bigint not null,
  acts bigint not null,
  chain bytea not null,
  previous bytea not null,
  digest bytea not null,
  at timestamptz not null,
  -- The signer's; null until it has.
  signature text,
  primary key (number),
  constraint audit_batches_digest_key unique (digest),
  constraint audit_batches_acts_check check (acts > 0),
  constraint audit_batches_chain_check check (length(chain) = 32),
  constraint audit_batches_digest_check check (length(digest) = 32),
  constraint audit_batches_number_check check (number > 0),
  constraint audit_batches_previous_check check (length(previous) = 32),
  constraint audit_batches_signature_check check ((char_length(signature) >= 1) and (char_length(signature) <= 200))
);
alter table audit_batches add foreign key (last_act) references staff_acts(id);
grant select on audit_batches to parley_signer, parley_web, parley_worker;

create table announcements (
  id bigint generated always as identity not null,
  kind text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  made_by bigint not null,
  made_at timestamptz not null,
  -- Taken off before its end.
  ended_by bigint,
  ended_at timestamptz,
  -- When cached pages were invalidated for its start and its end.
  began_at timestamptz,
  gone_at timestamptz,
  -- By language; one that was added later has none of an older announcement.
  texts jsonb not null,
  primary key (id),
  constraint announcements_check check (ends_at > starts_at),
  constraint announcements_check1 check ((ended_by is null) = (ended_at is null)),
  constraint announcements_kind_check check (kind in ('admin_alert', 'maintenance')),
  constraint announcements_texts_check check (
    texts ? 'en' and not jsonb_path_exists(texts, '$.* ? (!(@ like_regex "^.{1,255}.{0,45}$" flag "s") || !(@ like_regex "\\S"))'))
);
alter table announcements add constraint announcements_texts_said check (is_said(texts ->> 'en')) not valid;
alter table announcements add foreign key (ended_by) references users(id);
alter table announcements add foreign key (made_by) references users(id);
create index announcements_to_tell on announcements (starts_at, ends_at) where gone_at is null;
create trigger pages_show_announcements after insert or update on announcements for each statement execute function note_topic('site');
grant select on announcements to parley_web, parley_worker;

create table manual_journals (
  change_id bigint not null,
  journal_id bigint not null,
  usd_cents bigint not null,
  posted_at timestamptz not null,
  primary key (change_id),
  constraint manual_journals_journal_id_key unique (journal_id),
  constraint manual_journals_usd_cents_check check (usd_cents > 0)
);
alter table manual_journals add foreign key (change_id) references staff_changes(id);
alter table manual_journals add foreign key (journal_id) references journals(id);
create index manual_journals_by_time on manual_journals (posted_at);
grant select on manual_journals to parley_web, parley_worker;

create table staff_rights (
  act text not null,
  role text not null,
  primary key (act, role),
  constraint staff_rights_act_check check (act in ('companies', 'recoveries', 'screening')),
  constraint staff_rights_role_check check (role in ('moderator', 'supermoderator', 'admin'))
);
grant select on staff_rights to parley_signer;
