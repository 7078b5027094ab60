-- What they wrote on invoices; those that nobody has paid end.
create or replace function erase_user_from_lightning(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update ln_invoices set memo = '' where user_id = person and memo <> '';
  update ln_invoices set status = 'expired' where user_id = person and status = 'asked';
end $$;
revoke all on function erase_user_from_lightning(bigint) from public;
