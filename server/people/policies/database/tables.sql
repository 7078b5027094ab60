-- The version of each policy that is in force, as the code declares it.
create table policy_versions (
  policy text not null,
  version smallint not null,
  is_for_all boolean not null,
  primary key (policy),
  constraint policy_versions_version_check check (version > 0)
);
grant select on policy_versions to parley_web, parley_worker;

-- What users accepted, at registration or later: a record of agreements, which nothing changes.
create table policy_acceptances (
  id bigint generated always as identity not null,
  user_id bigint not null,
  policy text not null,
  version smallint not null,
  at timestamptz not null,
  primary key (id),
  constraint policy_acceptances_once unique (user_id, policy, version),
  constraint policy_acceptances_policy_check check (policy ~ '^[a-z-]{1,40}$'),
  constraint policy_acceptances_version_check check (version > 0)
);
alter table policy_acceptances add foreign key (user_id) references users(id);
create trigger policy_acceptances_append_only before delete or update on policy_acceptances for each statement execute function refuse_change();
create trigger policy_acceptances_never_truncated before truncate on policy_acceptances for each statement execute function refuse_change();
grant select, insert on policy_acceptances to parley_web;
grant select on policy_acceptances to parley_worker;
