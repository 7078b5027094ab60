-- Staff see which processes run, where, and how busy they are. Owned by platform.
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
