-- Who people are: one row a user, with personal data sealed field by field; the roles of staff; restrictions with
-- reason and case. A user is known outside by external_id and username, never by id. Owned by people/accounts.

create table users (
  id                   bigint      generated always as identity primary key,
  external_id          uuid        not null unique,
  username             text        not null check (username ~ '^[A-Za-z0-9_-]{3,20}$'),
  username_changed_at  timestamptz,
  email_sealed         bytea       not null,
  email_index          bytea       not null unique,
  email_confirmed_at   timestamptz,
  password_hash        text        not null,
  first_name_sealed    bytea       not null,
  last_name_sealed     bytea       not null,
  birth_date_sealed    bytea       not null,
  full_name_visibility text        not null default 'first_name_initial'
    check (full_name_visibility in ('first_name_initial', 'full_name', 'hidden')),
  country_iso          text        not null check (country_iso ~ '^[A-Z]{2}$'),
  locale               text        not null default 'en',
  currency_code        text        not null default 'USD',
  timezone             text        not null default 'UTC',
  bio                  text        not null default '',
  referral_code        text        not null unique,
  referred_by          bigint      references users,
  notify_interval_min  int         not null default 10 check (notify_interval_min between 1 and 1440),
  is_balance_hidden    boolean     not null default false,
  tours_completed      text[]      not null default '{}',
  -- Given by hand or to the demo's robots; otherwise the level follows from what is verified.
  granted_level        numeric(2, 1) check (granted_level between 0 and 4),
  is_demo              boolean     not null default false,
  is_vendor            boolean     not null default false,
  last_seen_at         timestamptz not null,
  created_at           timestamptz not null
);
create unique index users_by_username on users (lower(username));

create table user_roles (
  user_id    bigint      not null references users,
  role       text        not null check (role in ('admin', 'supermoderator', 'moderator')),
  granted_at timestamptz not null,
  primary key (user_id, role)
);

create table user_restrictions (
  id          bigint      generated always as identity primary key,
  user_id     bigint      not null references users,
  state       text        not null
    check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised')),
  reason_code text        not null,
  case_number text        not null unique,
  review_at   timestamptz not null,
  since       timestamptz not null,
  lifted_at   timestamptz
);
create index user_restrictions_standing on user_restrictions (user_id) where lifted_at is null;

grant select, insert, update on users, user_restrictions to parley_app;
grant select, insert, delete on user_roles to parley_app;
