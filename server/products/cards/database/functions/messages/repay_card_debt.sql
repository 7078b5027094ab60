-- Of new card money first what is owed is paid.
create or replace function repay_card_debt(user_id bigint, subject text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  part bigint;
begin
  select least(debt.units - debt.repaid_units, card_balance(user_id)) into part
  from card_debts debt
  where debt.user_id = repay_card_debt.user_id
  for update;
  if coalesce(part, 0) = 0 then return; end if;
  perform move_card_money('card_debt', subject, card_account(user_id, false), 'house:USD:loss', part, at);
  update card_debts debt set repaid_units = repaid_units + part, changed_at = at where debt.user_id = repay_card_debt.user_id;
end $$;
revoke all on function repay_card_debt(bigint,text,timestamp with time zone) from public;
