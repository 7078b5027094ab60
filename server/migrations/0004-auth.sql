-- How people prove who they are: sessions (opaque tokens, stored hashed), codes sent by mail, attempts that are
-- counted against guessing, and proofs spent for money that leaves a user. Owned by people/auth.

create table sessions (
  id           bigint      generated always as identity primary key,
  public_id    text        not null unique,
  token_hash   bytea       not null unique,
  user_id      bigint      not null references users,
  created_at   timestamptz not null,
  seen_at      timestamptz not null,
  -- When the password was last shown in this session.
  proved_at    timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ip           text        not null,
  user_agent   text        not null
);
create index sessions_of_user on sessions (user_id, id) where ended_at is null;

create table email_codes (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  purpose    text        not null check (purpose in ('confirm_email')),
  code_hash  bytea       not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int         not null,
  spent_at   timestamptz
);
create index email_codes_of_user on email_codes (user_id, id desc);

create table failed_attempts (
  id      bigint      generated always as identity primary key,
  subject text        not null,
  at      timestamptz not null
);
create index failed_attempts_of_subject on failed_attempts (subject, at);

-- A proof is bound to one payload and spent once, by the journal that carries the same subject.
create table proofs (
  subject    text        primary key,
  user_id    bigint      not null references users,
  session_id bigint      not null references sessions,
  method     text        not null check (method in ('password', 'staff')),
  proved_at  timestamptz not null,
  spent_at   timestamptz not null,
  check (spent_at >= proved_at)
);

grant select, insert, update on sessions, email_codes to parley_app;
grant select, insert, delete on failed_attempts to parley_app;
grant select, insert on proofs to parley_app;
