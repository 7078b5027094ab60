-- 'made'; 'unproved'; 'many' where there are ten. Locks the user and spends the proof.
create or replace function create_api_key(user_id bigint, public_id text, name text, secret_hash bytea, scopes text[], networks text[], days integer) returns text
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
revoke all on function create_api_key(bigint,text,text,bytea,text[],text[],integer) from public;
grant execute on function create_api_key(bigint,text,text,bytea,text[],text[],integer) to parley_web;
