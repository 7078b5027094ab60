-- Keeps a new key of its user for so many days, by a proof of this subject. 'made'; 'unproved'; 'many' where there are ten. Locks the user.
create or replace function keep_api_key(made api_keys, days integer, subject text) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  at timestamptz;
begin
  perform from users where users.id = made.user_id for update;
  at := market_now();
  delete from api_keys known where known.user_id = made.user_id and known.expires_at <= at;
  if 10 <= (select count(*) from api_keys known where known.user_id = made.user_id) then return 'many'; end if;
  perform spend_proofs(array[subject], array[made.user_id]);
  if not found then return 'unproved'; end if;
  insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at, secret_sealed, markets, day_usd_cents)
  values (made.public_id, made.user_id, made.name, made.secret_hash, made.scopes, made.networks, at, at + make_interval(days => days),
          made.secret_sealed, coalesce(made.markets, '{}'), made.day_usd_cents);
  perform note_activity(made.user_id, 'api_key_made', made.name);
  insert into events (type, subject, payload, at)
  values ('account.api_key_made', made.user_id::text, jsonb_build_object('detail', made.name), at);
  return 'made';
end $$;
revoke all on function keep_api_key(api_keys,integer,text) from public;
