-- Values that staff change while the market runs. The default of each stands in the code; a row exists only for what
-- somebody has changed, and every change is kept with who made it and when. Owned by reference/settings.

create table settings (
  name       text        primary key,
  value      jsonb       not null,
  changed_by bigint,
  changed_at timestamptz not null
);

create table setting_changes (
  id         bigint      generated always as identity primary key,
  name       text        not null,
  value      jsonb       not null,
  changed_by bigint,
  changed_at timestamptz not null
);
create index setting_changes_of_name on setting_changes (name, id);

grant select, insert, update on settings to parley_app;
grant select, insert on setting_changes to parley_app;
