-- 'deleted', 'in_use' while an open trade has it, 'none'. What trades were given stays with them.
create or replace function delete_payment_account(user_id bigint, public_id text, kind text, told text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  found_id bigint;
begin
  select known.id into found_id
  from payment_accounts known
  where known.user_id = delete_payment_account.user_id and known.public_id = delete_payment_account.public_id
    and known.kind = delete_payment_account.kind
  for update;
  if found_id is null then return 'none'; end if;
  if is_account_shared(found_id) then return 'in_use'; end if;
  delete from payment_accounts known where known.id = found_id;
  perform note_activity(user_id, 'payment_account_removed', told);
  return 'deleted';
end $$;
revoke all on function delete_payment_account(bigint,text,text,text) from public;
grant execute on function delete_payment_account(bigint,text,text,text) to parley_web;
