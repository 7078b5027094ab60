-- The demo's handset answers the prompt of an order. The outcome: paid, declined; over where it no longer waits.
create or replace function answer_house_prompt(reference uuid, payer text, is_approved boolean, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update house_bank_orders asked
  set state = case when is_approved then 'paid' else 'failed' end, reason = case when not is_approved then 'declined' end,
      paid_units = case when is_approved then asked.units end, paid_cents = case when is_approved then asked.cents end,
      paid_name = case when is_approved then payer end, paid_at = case when is_approved then at end
  where asked.reference = answer_house_prompt.reference and asked.rail = 'mobile_money' and asked.direction = 'buy' and asked.state = 'waiting'
    and asked.created_at > at - interval '2 minutes';
  if not found then return 'over'; end if;
  insert into house_bank_lines (kind, reference, cents, at)
  select 'order', asked.reference::text, asked.cents, at
  from house_bank_orders asked
  where asked.reference = answer_house_prompt.reference and is_approved;
  perform house_bank_tells(reference, at);
  return case when is_approved then 'paid' else 'declined' end;
end $$;
revoke all on function answer_house_prompt(uuid,text,boolean,timestamp with time zone) from public;
grant execute on function answer_house_prompt(uuid,text,boolean,timestamp with time zone) to parley_web;
