-- Somebody sends money to the demo's bank: to the order with these words, which the market asks about at once, or to none. The outcome:
-- paid; stray where no order waits for it; unknown currency.
create or replace function pay_house_bank(words text, currency text, units bigint, payer text, came_at timestamp with time zone, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted house_bank_orders;
  cents  bigint;
begin
  perform assert_now(at);
  select floor(units * 100 / (power(10::numeric, money.digits) * corridor.per_usd)) into cents
  from ramp_corridors corridor
  join ledger_currencies money on money.code = corridor.currency
  where corridor.provider = 'house_bank' and corridor.currency = pay_house_bank.currency
  limit 1;
  if (cents > 0) is not true then return 'unknown'; end if;
  select found.* into wanted from house_bank_orders found
  where found.words = upper(trim(pay_house_bank.words)) and found.currency = pay_house_bank.currency and found.state = 'waiting' for update;
  if wanted.reference is not null then
    cents := greatest(1, wanted.cents::numeric * units / wanted.units);
    update house_bank_orders
    set state = 'paid', paid_units = units, paid_cents = cents, paid_name = payer, paid_at = came_at
    where reference = wanted.reference;
  end if;
  insert into house_bank_lines (kind, reference, cents, at)
  values (case when wanted.reference is null then 'other' else 'order' end, coalesce(wanted.reference::text, left(nullif(trim(words), ''), 80), '-'), cents, at);
  if wanted.reference is null then return 'stray'; end if;
  perform house_bank_tells(wanted.reference, at);
  return 'paid';
end $$;
revoke all on function pay_house_bank(text,text,bigint,text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function pay_house_bank(text,text,bigint,text,timestamp with time zone,timestamp with time zone) to parley_web;
