create table users (
  id bigint generated always as identity not null,
  external_id uuid not null,
  username text not null,
  username_changed_at timestamptz,
  email_sealed bytea not null,
  email_index bytea not null,
  email_confirmed_at timestamptz,
  first_name_sealed bytea not null,
  last_name_sealed bytea not null,
  birth_date_sealed bytea not null,
  full_name_visibility text not null default 'first_name_initial',
  country_iso text not null,
  locale text not null default 'en',
  currency_code text not null default 'USD',
  timezone text not null default 'UTC',
  bio text not null default '',
  referral_code text not null,
  notify_interval_min int not null default 10,
  is_balance_hidden boolean not null default false,
  tours_completed text[] not null default '{}'::text[],
  -- Given by hand or to the demo's robots; otherwise the level follows from what is verified.
  granted_level numeric(2,1),
  is_demo boolean not null default false,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  username_skeleton text,
  -- The reference that the account was made with. What binds is the signer's row: a later change here has no effect.
  credential uuid,
  -- Is in every email to a confirmed address, so that its owner recognizes our emails.
  mail_phrase_sealed bytea,
  sign_in_country text,
  usual_country text,
  verified_level numeric(2,1),
  avatar text,
  corporate_since timestamptz,
  company_name_sealed bytea,
  company_postponed_until timestamptz,
  -- An administrator has granted less than what was verified then.
  is_level_lowered boolean not null default false,
  -- 1: identity, email, address and phone before anything moves. 2: by level.
  registration_group smallint not null default 2,
  -- Identity, address and phone are verified.
  is_identified boolean not null default false,
  username_changes int not null default 0,
  trades_closed_at timestamptz,
  -- Since when the account has a name and a birth date. Without them it has no level, whatever else is verified.
  named_at timestamptz,
  level numeric(2,1) generated always as (
case
    when is_level_lowered then least(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
    else coalesce(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
end) stored not null,
  -- Of an approved company, as two reviewers approved it.
  trading_name text,
  -- A company shows its trading name, once it has one, instead of its legal name.
  shows_business_name boolean not null default false,
  primary key (id),
  constraint users_credential_key unique (credential),
  constraint users_external_id_key unique (external_id),
  constraint users_referral_code_key unique (referral_code),
  constraint users_avatar_check check (avatar ~ '^[A-Za-z0-9_-]{43}$'),
  constraint users_company_check check (corporate_since is not null or company_name_sealed is null),
  constraint users_country_iso_check check (country_iso ~ '^[A-Z]{2}$'),
  constraint users_full_name_visibility_check check (full_name_visibility in ('first_name_initial', 'full_name', 'everyone', 'trusted', 'trusted_and_partners', 'hidden')),
  constraint users_granted_level_check check ((granted_level >= (0)::numeric) and (granted_level <= (4)::numeric)),
  constraint users_notify_interval_min_check check (notify_interval_min >= 1 and notify_interval_min <= 1440),
  constraint users_registration_group_check check (registration_group in (1, 2)),
  constraint users_sign_in_country_check check (sign_in_country ~ '^[A-Z]{2}$'),
  constraint users_trading_name_check check (trading_name is null or company_name_sealed is not null),
  constraint users_username_changes_check check (username_changes >= 0),
  constraint users_username_check check (username ~ '^[A-Za-z0-9_-]{3,20}$'),
  constraint users_usual_country_check check (usual_country ~ '^[A-Z]{2}$'),
  constraint users_verified_level_check check (verified_level = any (array[1.5, (2)::numeric, 2.5, (3)::numeric]))
);
create unique index users_by_confirmed_email on users (email_index) where email_confirmed_at is not null;
create index users_by_email on users (email_index, id desc);
-- By its look, as referral_look has it: a code that only looks like one is refused.
create index users_by_referral_look on users (replace(replace(translate(lower(referral_code), '01l35_-', 'oiies'), 'rn', 'm'), 'vv', 'w'));
create unique index users_by_skeleton on users (username_skeleton);
create unique index users_by_username on users (lower(username));
create index users_of_companies on users (id) where company_name_sealed is not null;
create trigger account_change_noted after update of email_index, email_confirmed_at, username on users for each row execute function note_account_change();
create trigger badges_of_levels after update of granted_level, verified_level, email_confirmed_at, named_at on users for each row when (old.level is distinct from new.level) execute function note_badge_due('id');
create trigger confirmed_email_stays before update of email_sealed, email_index, email_confirmed_at on users for each row when (old.email_confirmed_at is not null and (new.email_sealed <> old.email_sealed or new.email_index <> old.email_index or (new.email_confirmed_at is distinct from old.email_confirmed_at))) execute function keep_confirmed_email();
create trigger level_is_lowered before update of granted_level on users for each row when (new.granted_level is distinct from old.granted_level) execute function note_lowered_level();
create trigger names_await_payer after update of first_name_sealed, last_name_sealed, company_name_sealed on users for each row when (old.email_sealed = new.email_sealed and (((old.first_name_sealed is distinct from new.first_name_sealed) or (old.last_name_sealed is distinct from new.last_name_sealed)) or (old.company_name_sealed is distinct from new.company_name_sealed))) execute function await_payer_again();
create trigger pages_show_avatars after update of avatar on users for each row when (old.avatar is distinct from new.avatar) execute function note_user_change();
create trigger pages_show_users after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at, named_at, granted_level, verified_level, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_user_change();
create trigger registration_group_is_chosen before insert on users for each row execute function choose_registration_group();
create trigger trading_name_ends before update of company_name_sealed on users for each row when (old.company_name_sealed is not null and new.company_name_sealed is null) execute function end_trading_names_of();
create trigger users_bind_credential after insert on users for each row when (new.credential is not null) execute function bind_credential();
create trigger viewers_of_avatars after update of avatar on users for each row when (old.avatar is distinct from new.avatar) execute function note_viewer('id');
create trigger viewers_of_users after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, named_at, is_identified, sign_in_country, full_name_visibility, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_viewer('id');
grant select on users to parley_chain, parley_web, parley_worker;
grant select (id, username, email_confirmed_at) on users to parley_signer;
grant insert (external_id, username, email_sealed, email_index, email_confirmed_at, first_name_sealed, last_name_sealed, birth_date_sealed, named_at, full_name_visibility, country_iso, locale, currency_code, timezone, bio, referral_code, is_demo, last_seen_at, created_at, username_skeleton, credential), update (username, username_changed_at, email_sealed, email_index, email_confirmed_at, full_name_visibility, locale, currency_code, timezone, bio, notify_interval_min, is_balance_hidden, tours_completed, last_seen_at, username_skeleton, mail_phrase_sealed, sign_in_country, usual_country, username_changes, shows_business_name) on users to parley_web;
grant update (last_seen_at) on users to parley_worker;

create table user_roles (
  user_id bigint not null,
  role text not null,
  granted_at timestamptz not null,
  -- A role that staff (not the operator) gave takes effect on the next day; null means at once.
  decides_from timestamptz,
  primary key (user_id, role),
  constraint user_roles_role_check check (role in ('admin', 'supermoderator', 'moderator'))
);
alter table user_roles add foreign key (user_id) references users(id);
create trigger role_noted after insert or delete on user_roles for each row execute function note_role();
create trigger viewers_of_gone_roles after delete on user_roles referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_new_roles after insert on user_roles referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_roles after update on user_roles referencing new table as touched for each statement execute function note_viewers('user_id');
grant select on user_roles to parley_chain, parley_signer, parley_web, parley_worker;

create table user_restrictions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  state text not null,
  reason_code text not null,
  case_number text not null,
  review_at timestamptz not null,
  since timestamptz not null,
  lifted_at timestamptz,
  -- Null is the operator of the machine.
  set_by bigint,
  -- For the staff alone. A letter may be two of those that the web counts.
  note text,
  lifted_by bigint,
  -- The reason that the user reads.
  lifted_why text,
  leave_allowed_by bigint,
  leave_allowed_at timestamptz,
  primary key (id),
  constraint user_restrictions_case_number_key unique (case_number),
  constraint user_restrictions_check check (lifted_by <> set_by),
  constraint user_restrictions_check1 check (leave_allowed_by <> set_by),
  constraint user_restrictions_check2 check ((leave_allowed_by is null) = (leave_allowed_at is null)),
  constraint user_restrictions_check3 check (leave_allowed_at is null or state = 'banned'),
  constraint user_restrictions_lifted_why_check check ((char_length(lifted_why) >= 1) and (char_length(lifted_why) <= 1000)),
  constraint user_restrictions_note_check check ((char_length(note) >= 1) and (char_length(note) <= 1000)),
  constraint user_restrictions_state_check check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised'))
);
alter table user_restrictions add constraint user_restrictions_lifted_why_said check (is_said(lifted_why)) not valid;
alter table user_restrictions add constraint user_restrictions_note_said check (is_said(note)) not valid;
alter table user_restrictions add foreign key (leave_allowed_by) references users(id);
alter table user_restrictions add foreign key (lifted_by) references users(id);
alter table user_restrictions add foreign key (set_by) references users(id);
alter table user_restrictions add foreign key (user_id) references users(id);
create unique index user_restrictions_once on user_restrictions (user_id, state) where lifted_at is null;
create index user_restrictions_review on user_restrictions (review_at) where lifted_at is null;
create index user_restrictions_standing on user_restrictions (user_id) where lifted_at is null;
create index user_restrictions_to_review on user_restrictions (review_at) where lifted_at is null;
create trigger badges_of_new_restrictions after insert on user_restrictions for each row execute function note_badge_due('user_id');
create trigger badges_of_restrictions after update of lifted_at on user_restrictions for each row execute function note_badge_due('user_id');
create trigger listed_are_asked_again after update of lifted_at on user_restrictions for each row when (new.lifted_at is not null) execute function ask_again_of_listed();
create trigger pages_show_new_restrictions after insert on user_restrictions referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_restrictions after update on user_restrictions referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger recovered_account_held after update of lifted_at on user_restrictions for each row when (new.state = 'compromised' and old.lifted_at is null and new.lifted_at is not null) execute function hold_recovered_account();
create trigger viewers_of_gone_restrictions after delete on user_restrictions referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_new_restrictions after insert on user_restrictions referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_restrictions after update on user_restrictions referencing new table as touched for each statement execute function note_viewers('user_id');
grant select (user_id, state, lifted_at, leave_allowed_at) on user_restrictions to parley_chain;
grant select on user_restrictions to parley_chain, parley_web, parley_worker;
grant select (user_id, state, case_number, lifted_at, set_by, leave_allowed_at) on user_restrictions to parley_signer;

alter table setting_changes add foreign key (confirmed_by) references users(id);
alter table wallet_addresses add foreign key (user_id) references users(id);
alter table wallet_holds add foreign key (user_id) references users(id);
alter table send_outs add foreign key (user_id) references users(id);
alter table feature_flags add foreign key (changed_by) references users(id);
alter table feature_flag_users add foreign key (user_id) references users(id);
alter table feature_flag_changes add foreign key (changed_by) references users(id);
alter table feature_flag_changes add foreign key (user_id) references users(id);
alter table error_kinds add foreign key (resolved_by) references users(id);
alter table upload_tries add foreign key (user_id) references users(id) on delete cascade;
