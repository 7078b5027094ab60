-- A key that places orders in these markets, up to this value a day: its owner proved the days and the value. 'made'; 'unproved'; 'many' where there
-- are ten. Locks the user and spends the proof.
create or replace function create_spot_key(user_id bigint, public_id text, name text, secret_hash bytea, secret_sealed bytea, networks text[], markets text[], day_usd bigint, days integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made api_keys;
begin
  made.user_id := create_spot_key.user_id;
  made.public_id := create_spot_key.public_id;
  made.name := create_spot_key.name;
  made.secret_hash := create_spot_key.secret_hash;
  made.secret_sealed := create_spot_key.secret_sealed;
  made.scopes := array['spot:trade'];
  made.networks := create_spot_key.networks;
  made.markets := create_spot_key.markets;
  made.day_usd_cents := day_usd * 100;
  return keep_api_key(made, days, format('spot_key:%s:%sd-%susd', made.user_id, days, day_usd));
end $$;
revoke all on function create_spot_key(bigint,text,text,bytea,bytea,text[],text[],bigint,integer) from public;
grant execute on function create_spot_key(bigint,text,text,bytea,bytea,text[],text[],bigint,integer) to parley_web;
