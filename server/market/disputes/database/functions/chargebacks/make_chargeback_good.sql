-- A confirmed one was made good: by the buyer where the seller says so, by the operator where corrections have paid what was promised.
-- made_good; not_yours; not_open; unpaid. Locks the trade.
create or replace function make_chargeback_good(case_number text, seller_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found record;
begin
  perform assert_now(at);
  select * into found from locked_chargeback(make_chargeback_good.case_number);
  if make_chargeback_good.seller_id is not null then
    perform assert_may_act_for(array[make_chargeback_good.seller_id]);
    if (found.report).seller_id is distinct from make_chargeback_good.seller_id then return 'not_yours'; end if;
  end if;
  if (found.report).outcome is distinct from 'confirmed' or (found.report).made_good_at is not null then return 'not_open'; end if;
  if make_chargeback_good.seller_id is null and (
    chargeback_paid_units(found.report, (found.trade).crypto) >= (found.report).compensation_units) is not true then
    return 'unpaid';
  end if;
  update chargeback_reports
  set made_good_at = at, made_good_by = case when make_chargeback_good.seller_id is null then 'operator' else 'buyer' end
  where trade_id = (found.trade).id;
  return 'made_good';
end $$;
revoke all on function make_chargeback_good(text,bigint,timestamp with time zone) from public;
grant execute on function make_chargeback_good(text,bigint,timestamp with time zone) to parley_web;
