-- Its pictures go with its end: rows with the only keys now, files by the job of documents.
create or replace function end_recovery(recovery_id bigint, ending text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  insert into verification_files_to_remove (file_key)
  select picture.file_key from recovery_pictures picture where picture.recovery_id = end_recovery.recovery_id
  on conflict do nothing;
  delete from recovery_pictures picture where picture.recovery_id = end_recovery.recovery_id;
  update account_recoveries known
  set status = ending, ended_at = at
  where known.id = recovery_id;
end $$;
revoke all on function end_recovery(bigint,text,timestamp with time zone) from public;
