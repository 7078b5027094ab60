-- Two of the staff have decided. False where the case is over.
create or replace function decide_provider_order(user_id bigint, detail text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  made  provider_orders;
  quote product_quotes;
begin
  select found.* into made from provider_orders found where found.hash = split_part(detail, ':', 1) for update;
  if not provider_case_stands(user_id, detail) then return false; end if;
  if made.product = 'on_ramp' or made.status = 'settled' then return decide_ramp(made, split_part(detail, ':', 2), at); end if;
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  case split_part(detail, ':', 2)
    when 'refund', 'keep' then perform decide_store_report(split_part(detail, ':', 1), split_part(detail, ':', 2), at);
    when 'return' then perform return_provider_order(made, 'staff', at);
    when 'settle' then
      perform settle_provider_order(made, least(coalesce(made.charged_units, quote.cost_units), quote.cost_units), 0, 'staff', at);
    when 'share' then
      perform settle_provider_order(made, least(coalesce(made.charged_units, quote.cost_units), quote.cost_units),
        (made.units::numeric * (quote.got_units - made.delivered_units) / quote.got_units)::bigint, 'staff', at);
  end case;
  return true;
end $$;
revoke all on function decide_provider_order(bigint,text,timestamp with time zone) from public;
