-- A company may be known to its customers by another name than its legal one. Owned by compliance/trading-names and people/accounts.
alter table users add column trading_name text;
alter table users add column shows_business_name boolean not null default false;
alter table users add constraint users_trading_name_check check (trading_name is null or company_name_sealed is not null);
create index users_of_companies on users (id) where company_name_sealed is not null;
drop trigger pages_show_users on users;
drop trigger viewers_of_users on users;
create trigger pages_show_users after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at, named_at, granted_level, verified_level, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_user_change();
create trigger viewers_of_users after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, named_at, is_identified, sign_in_country, full_name_visibility, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_viewer('id');
grant update (shows_business_name) on users to parley_web;
create table trading_names (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  name text not null,
  -- Equal for names that look alike.
  look text not null,
  status text not null default 'waiting',
  asked_at timestamptz not null,
  first_by bigint,
  first_at timestamptz,
  approved_by bigint,
  approved_at timestamptz,
  ended_at timestamptz,
  -- Of those that staff refused or took away.
  ended_by bigint,
  reason text,
  primary key (id),
  constraint trading_names_reference_key unique (reference),
  constraint trading_names_approved_check check ((status <> 'approved') or (approved_at is not null)),
  constraint trading_names_ended_check check ((status in ('waiting', 'approved')) = (ended_at is null)),
  constraint trading_names_name_check check ((char_length(name) >= 2) and (char_length(name) <= 60)),
  constraint trading_names_own_check check ((first_by <> user_id) and (approved_by <> user_id) and (ended_by <> user_id)),
  constraint trading_names_reason_check check (reason in ('not_shown', 'like_another', 'misleading', 'offensive')),
  constraint trading_names_status_check check (status in ('waiting', 'approved', 'refused', 'withdrawn', 'replaced', 'removed', 'ended')),
  constraint trading_names_two_check check (first_by <> approved_by),
  constraint trading_names_why_check check ((status in ('refused', 'removed')) = (reason is not null))
);
alter table trading_names add constraint trading_names_name_said check (is_said(name)) not valid;
alter table trading_names add foreign key (approved_by) references users(id);
alter table trading_names add foreign key (ended_by) references users(id);
alter table trading_names add foreign key (first_by) references users(id);
alter table trading_names add foreign key (user_id) references users(id);
create unique index trading_names_approved on trading_names (user_id) where status = 'approved';
create unique index trading_names_approved_look on trading_names (look) where status = 'approved';
create index trading_names_of_user on trading_names (user_id, id);
create index trading_names_over on trading_names (ended_at desc, id desc) where ended_at is not null;
create unique index trading_names_waiting on trading_names (user_id) where status = 'waiting';
create unique index trading_names_waiting_look on trading_names (look) where status = 'waiting';
grant select (reference, user_id, status, first_by) on trading_names to parley_signer;
grant select on trading_names to parley_web, parley_worker;
create trigger trading_name_ends before update of company_name_sealed on users for each row when (old.company_name_sealed is not null and new.company_name_sealed is null) execute function end_trading_names_of();
