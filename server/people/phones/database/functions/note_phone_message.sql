create or replace function note_phone_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'sent' then
    perform note_sent_code(new.sent_code_id, 'sent', null);
  elsif new.state = 'failed' and not new.is_unknown then
    perform note_sent_code(new.sent_code_id, 'failed', new.error_code);
  end if;
  return null;
end $$;
revoke all on function note_phone_message() from public;
