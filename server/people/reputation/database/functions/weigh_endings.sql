create or replace function weigh_endings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform add_pair_fees(array_agg(user_id), array_agg(partner_id), array_agg(fee_cents)) from added where fee_cents <> 0;
  else
    perform add_pair_fees(array_agg(added.user_id), array_agg(added.partner_id), array_agg(added.fee_cents - removed.fee_cents))
    from added
    join removed on removed.user_id = added.user_id and removed.trade_id = added.trade_id
    where added.fee_cents <> removed.fee_cents;
  end if;
  return null;
end $$;
revoke all on function weigh_endings() from public;
