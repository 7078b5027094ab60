-- Of how many people in a hundred a feature is; who they are hangs on their account and the flag alone.
create table feature_flags (
  name text not null,
  percent int not null,
  initial int not null,
  changed_by bigint,
  changed_at timestamptz,
  primary key (name),
  constraint feature_flags_initial_check check (initial >= 0 and initial <= 100),
  constraint feature_flags_name_check check (name ~ '^[A-Za-z][A-Za-z0-9]{2,59}$'),
  constraint feature_flags_percent_check check (percent >= 0 and percent <= 100)
);
create trigger pages_show_flags after insert or delete or update on feature_flags for each statement execute function note_topic('site');
grant select on feature_flags to parley_chain, parley_signer, parley_web, parley_worker;

-- Users for whom it is switched on or off by name.
create table feature_flag_users (
  name text not null,
  user_id bigint not null,
  is_on boolean not null,
  primary key (user_id, name)
);
alter table feature_flag_users add foreign key (name) references feature_flags(name);
grant select on feature_flag_users to parley_chain, parley_signer, parley_web, parley_worker;

create table feature_flag_changes (
  id bigint generated always as identity not null,
  name text not null,
  -- Null: all users.
  user_id bigint,
  value text not null,
  reason text not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (id),
  constraint feature_flag_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table feature_flag_changes add constraint feature_flag_changes_reason_said check (is_said(reason)) not valid;
alter table feature_flag_changes add foreign key (name) references feature_flags(name);
create index feature_flag_changes_of_name on feature_flag_changes (name, id);
create trigger feature_flag_changes_told after insert on feature_flag_changes for each row execute function tell_flag();
grant select on feature_flag_changes to parley_chain, parley_web, parley_worker;
