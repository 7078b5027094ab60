-- Once delivered, a code stays delivered, whatever is reported later about another try or browser.
create or replace function note_sent_code(id bigint, delivery text, error_code integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sent_codes
  set delivery = note_sent_code.delivery, error_code = note_sent_code.error_code
  where sent_codes.id = note_sent_code.id and (sent_codes.delivery = 'waiting' or note_sent_code.delivery = 'sent')
    and sent_codes.delivery <> 'sent'
$$;
revoke all on function note_sent_code(bigint,text,integer) from public;
grant execute on function note_sent_code(bigint,text,integer) to parley_worker;
