-- Until it is submitted; another of the same side takes its place: 'added'; 'unknown'; 'over'.
create or replace function add_recovery_picture(reference text, side text, file_key text, key_sealed bytea, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  select one.* into known
  from account_recoveries one
  where one.reference = add_recovery_picture.reference
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status <> 'started' then return 'over'; end if;
  insert into verification_files_to_remove (file_key)
  select before.file_key
  from recovery_pictures before
  where before.recovery_id = known.id and before.side = add_recovery_picture.side and before.file_key <> add_recovery_picture.file_key
  on conflict do nothing;
  insert into recovery_pictures (recovery_id, side, file_key, key_sealed, added_at)
  values (known.id, side, file_key, key_sealed, at)
  on conflict on constraint recovery_pictures_pkey do update
  set file_key = excluded.file_key, key_sealed = excluded.key_sealed, added_at = excluded.added_at;
  return 'added';
end $$;
revoke all on function add_recovery_picture(text,text,text,bytea,timestamp with time zone) from public;
grant execute on function add_recovery_picture(text,text,text,bytea,timestamp with time zone) to parley_web;
