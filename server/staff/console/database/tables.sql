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
  constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback', 'set_ambassador', 'end_order', 'end_cards', 'accept_lightning')),
  constraint staff_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table staff_changes add constraint staff_changes_reason_said check (is_said(reason)) not valid;
alter table staff_changes add foreign key (confirmed_by) references users(id);
alter table staff_changes add foreign key (proposed_by) references users(id);
alter table staff_changes add foreign key (user_id) references users(id);
create index staff_changes_of_journals on staff_changes (user_id) where kind = 'post_journal';
create index staff_changes_waiting on staff_changes (expires_at) where confirmed_at is null;
grant select on staff_changes to parley_web, parley_worker;

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
  -- Of the status page, for maintenance; none are all of them.
  parts text[] not null default '{}',
  primary key (id),
  constraint announcements_check check (ends_at > starts_at),
  constraint announcements_check1 check ((ended_by is null) = (ended_at is null)),
  constraint announcements_kind_check check (kind in ('admin_alert', 'maintenance')),
  constraint announcements_parts_check check (kind = 'maintenance' or parts = '{}'),
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
  constraint staff_rights_act_check check (act in ('companies', 'recoveries', 'screening', 'partners')),
  constraint staff_rights_role_check check (role in ('moderator', 'supermoderator', 'admin'))
);
grant select on staff_rights to parley_signer;

-- Each change of the database's timeline: a standby was promoted, or the data come from a backup. note_timeline writes it.
create table database_timelines (
  id bigint generated always as identity not null,
  -- Of the cluster; another one after a dump was restored.
  system_identifier bigint not null,
  timeline int not null,
  -- The one that was seen before in the same cluster; null in its first row.
  timeline_before int,
  seen_at timestamptz not null,
  primary key (id)
);
grant select on database_timelines to parley_web, parley_worker;

-- Restores that the operator has tried, as npm run admin recorded them.
create table restore_drills (
  id bigint generated always as identity not null,
  at timestamptz not null,
  -- What was missing after the restore, and how long it took.
  rpo_sec int not null,
  rto_sec int not null,
  note text not null,
  recorded_at timestamptz not null,
  primary key (id),
  constraint restore_drills_note_check check (char_length(note) <= 300),
  constraint restore_drills_rpo_sec_check check (rpo_sec >= 0),
  constraint restore_drills_rto_sec_check check (rto_sec >= 0)
);
create index restore_drills_by_time on restore_drills (at);
grant select on restore_drills to parley_web;
