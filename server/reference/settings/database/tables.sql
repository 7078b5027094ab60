create table settings (
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (name)
);
create trigger badges_follow_settings after insert or update on settings for each row when (new.name ~~ 'badges.%') execute function badges_follow_settings();
create trigger pages_show_settings after insert or delete or update on settings for each statement execute function note_topic('site');
create trigger settings_fit before insert or update on settings for each row execute function hold_setting();
grant select on settings to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;

create table setting_changes (
  id bigint generated always as identity not null,
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null,
  reason text,
  confirmed_by bigint,
  primary key (id),
  constraint setting_changes_check check (confirmed_by <> changed_by),
  constraint setting_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table setting_changes add constraint setting_changes_reason_said check (is_said(reason)) not valid;
create index setting_changes_of_name on setting_changes (name, id);
grant select on setting_changes to parley_chain, parley_web, parley_worker;

-- The shape is a part of JSON Schema; the code says the same (server/reference/settings/setting-rules.ts).
create table setting_rules (
  name text not null,
  shape jsonb not null,
  initial jsonb not null,
  takes_two boolean not null,
  primary key (name)
);
grant select on setting_rules to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;
