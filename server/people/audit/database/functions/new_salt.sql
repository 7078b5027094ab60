-- From a random source that cannot be guessed: two uuids have 244 random bits.
create or replace function new_salt() returns bytea
language sql set search_path = public, pg_temp as $$
  select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
$$;
revoke all on function new_salt() from public;
