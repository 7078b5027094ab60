-- Staff see the last failover and the last tried restore. Owned by staff/console.
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
