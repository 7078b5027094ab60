-- How many registrations and trades came from which source, by day. Owned by site/statistics.
create table stat_sources (
  day date not null,
  source text not null,
  registrations int not null,
  trades int not null,
  primary key (day, source),
  constraint stat_sources_check check (registrations >= 0 and trades >= 0)
);
grant insert, select, update on stat_sources to parley_worker;
grant select on stat_sources to parley_web;
