-- The reason of such an email ends with the code's id. One that would be tried again when the code has ended has failed.
create or replace function note_code_mail() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  code constant bigint := split_part(new.dedupe_key, ':', 2)::bigint;
begin
  if new.sent_at is not null then
    perform note_sent_code(code, 'sent', null);
  elsif new.answer = 'refused' or (new.answer = 'later'
    and exists (select from sent_codes sent where sent.id = code and sent.expires_at <= new.next_at))
  then
    perform note_sent_code(code, 'failed', null);
  end if;
  return null;
end $$;
revoke all on function note_code_mail() from public;
