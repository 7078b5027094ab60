-- Before a picture is drawn: 'taken'; 'unknown'; 'over'; 'many' after a dozen.
create or replace function take_recovery_upload(reference text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known account_recoveries;
begin
  select one.* into known
  from account_recoveries one
  where one.reference = take_recovery_upload.reference
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status <> 'started' then return 'over'; end if;
  if known.uploads_left = 0 then return 'many'; end if;
  update account_recoveries one set uploads_left = one.uploads_left - 1 where one.id = known.id;
  return 'taken';
end $$;
revoke all on function take_recovery_upload(text) from public;
grant execute on function take_recovery_upload(text) to parley_web;
