-- A key that reads. 'made'; 'unproved'; 'many' where there are ten. Locks the user and spends the proof.
create or replace function create_api_key(user_id bigint, public_id text, name text, secret_hash bytea, scopes text[], networks text[], days integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made api_keys;
begin
  made.user_id := create_api_key.user_id;
  made.public_id := create_api_key.public_id;
  made.name := create_api_key.name;
  made.secret_hash := create_api_key.secret_hash;
  made.scopes := create_api_key.scopes;
  made.networks := create_api_key.networks;
  return keep_api_key(made, days, 'create_api_key:' || made.user_id);
end $$;
revoke all on function create_api_key(bigint,text,text,bytea,text[],text[],integer) from public;
grant execute on function create_api_key(bigint,text,text,bytea,text[],text[],integer) to parley_web;
