-- Each message has the number after the last one of its ticket: nothing is left out, and nothing is between two.
create or replace function support_message_in_order() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update support_tickets ticket
  set last_seq = new.seq, last_at = new.at
  where ticket.id = new.ticket_id and ticket.last_seq = new.seq - 1;
  if not found then
    raise exception 'message % does not follow the last one of its ticket', new.seq using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function support_message_in_order() from public;
