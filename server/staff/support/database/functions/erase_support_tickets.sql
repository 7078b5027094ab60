-- With all that belongs to them; their files are removed by the next turn of retention.
create or replace function erase_support_tickets(tickets bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into retention_files (file_key)
  select gone.file_key from support_files gone where gone.ticket_id = any (tickets) and gone.file_key is not null
  on conflict do nothing;
  delete from support_tickets where id = any (tickets);
end $$;
revoke all on function erase_support_tickets(bigint[]) from public;
