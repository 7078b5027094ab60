-- Programs of a person's own read what is theirs: by a key with scopes, networks and a last day. Making one takes a proof of just that;
-- a new password ends them all, as it ends sessions. What a key may read, the web's routes say; it moves and changes nothing.
-- Owned by people/api-keys.

create table api_keys (
  id           bigint      generated always as identity primary key,
  public_id    text        not null unique,
  user_id      bigint      not null references users,
  name         text        not null check (length(name) between 1 and 40),
  -- SHA-256 of the secret.
  secret_hash  bytea       not null unique check (octet_length(secret_hash) = 32),
  scopes       text[]      not null check (cardinality(scopes) between 1 and 4
    and scopes <@ array['account', 'offers', 'trades', 'wallet']),
  -- Addresses and ranges from which it works; none is from everywhere.
  networks     text[]      not null check (cardinality(networks) <= 10),
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz
);
create index api_keys_of_user on api_keys (user_id, id);
create index api_keys_by_end on api_keys (expires_at);
grant select on api_keys to parley_web;
-- Once a minute, by whoever uses it.
grant update (last_used_at) on api_keys to parley_web;
-- Names and networks of what has ended are kept for nobody.
grant select (id, expires_at), delete on api_keys to parley_worker;

do $$
declare
  kinds text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'account_activity_kind_check');
begin
  alter table account_activity drop constraint account_activity_kind_check;
  execute 'alter table account_activity add constraint account_activity_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''api_key_made''::text, ''api_key_ended''::text, ');
end $$;

-- 'made'; 'unproved'; 'many' where ten stand. Locks the user and spends the proof.
create function create_api_key(user_id bigint, public_id text, name text, secret_hash bytea, scopes text[], networks text[], days int)
  returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz;
begin
  perform from users where users.id = user_id for update;
  at := market_now();
  delete from api_keys known where known.user_id = create_api_key.user_id and known.expires_at <= at;
  if 10 <= (select count(*) from api_keys known where known.user_id = create_api_key.user_id) then return 'many'; end if;
  perform spend_proofs(array['create_api_key:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
  values (public_id, user_id, name, secret_hash, scopes, networks, at, at + make_interval(days => days));
  perform note_activity(user_id, 'api_key_made', name);
  insert into events (type, subject, payload, at)
  values ('account.api_key_made', user_id::text, jsonb_build_object('detail', name), at);
  return 'made';
end $$;

-- Its owner ends it: false where there is none of this name.
create function end_api_key(user_id bigint, public_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  ended text;
begin
  delete from api_keys known
  where known.user_id = end_api_key.user_id and known.public_id = end_api_key.public_id
  returning known.name into ended;
  if ended is null then return false; end if;
  perform note_activity(user_id, 'api_key_ended', ended);
  return true;
end $$;

-- Whoever changes the password may do so because somebody else was in: what they made to read on ends with their sessions.
create function end_api_keys() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended text;
begin
  for ended in delete from api_keys where user_id = new.user_id returning name
  loop
    perform note_activity(new.user_id, 'api_key_ended', ended);
  end loop;
  return null;
end $$;
-- By its name after password_changed, which takes the proofs: a key that is being made by one of them is waited for, and found here.
create trigger password_ends_api_keys after update of password_hash on credentials
  for each row when (new.user_id is not null and new.password_hash <> old.password_hash)
  execute function end_api_keys();

-- As sessions end with another email, and with taking that back.
create trigger email_changes_end_api_keys after update of done_at, undone_at on email_changes
  for each row when (new.done_at is distinct from old.done_at or new.undone_at is distinct from old.undone_at)
  execute function end_api_keys();

create function erase_api_keys() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from api_keys where user_id = new.user_id;
  return null;
end $$;
create trigger api_keys_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_api_keys();

-- As lines of JSON, for an archive that is being made.
create function export_api_keys(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select known.id, jsonb_build_object('name', known.name, 'reads', known.scopes, 'networks', known.networks,
    'madeAt', known.created_at, 'endsAt', known.expires_at, 'lastUsedAt', known.last_used_at)::text
  from data_exports waiting
  join api_keys known on known.user_id = waiting.user_id
  where waiting.id = export_api_keys.export_id and waiting.made_at is null and known.id > export_api_keys.after
  order by known.id
  limit export_api_keys.most
$$;

revoke all on function create_api_key(bigint, text, text, bytea, text[], text[], int), end_api_key(bigint, text), end_api_keys(),
  erase_api_keys(), export_api_keys(bigint, bigint, int) from public;
grant execute on function create_api_key(bigint, text, text, bytea, text[], text[], int), end_api_key(bigint, text) to parley_web;
grant execute on function export_api_keys(bigint, bigint, int) to parley_worker;
