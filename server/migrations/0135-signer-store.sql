-- What the signer alone reads and writes: the hashes of passwords, and how often somebody guessed at one. The web asks the
-- signer to prepare a credential first; an account that is made with its reference has it from then on, and nobody can
-- give it to another one. Owned by signer.

create table credentials (
  reference     uuid        primary key,
  -- Bound when the account is made; what is never bound is forgotten after a day.
  user_id       bigint      unique references users,
  password_hash text        not null,
  made_at       timestamptz not null
);
create index credentials_unbound on credentials (made_at) where user_id is null;

-- Of accounts that do not exist as well, under 0: so that a guess at one costs the same.
create table credential_failures (
  id      bigint      generated always as identity primary key,
  user_id bigint      not null,
  purpose text        not null check (purpose in ('sign_in', 'prove')),
  at      timestamptz not null
);
create index credential_failures_of_user on credential_failures (user_id, purpose, at);

insert into credentials (reference, user_id, password_hash, made_at)
select gen_random_uuid(), id, password_hash, created_at
from users
where password_hash like '$%';

-- The reference that the account was made with. What binds is the signer's row: a later change here has no effect.
alter table users add column credential uuid unique;
update users
set credential = credentials.reference
from credentials
where credentials.user_id = users.id;
alter table users drop column password_hash;

create function bind_credential() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update credentials
  set user_id = new.id
  where reference = new.credential and user_id is null;
  if not found then
    raise exception 'a credential is bound once';
  end if;
  return null;
end $$;
revoke all on function bind_credential() from public;
create trigger users_bind_credential after insert on users
  for each row when (new.credential is not null) execute function bind_credential();

grant select, insert, delete on credentials, credential_failures to parley_signer;
grant update on credentials to parley_signer;
grant select on market_clock to parley_signer;
