-- Whether staff may end this order of the user so: it has a case and is open. `detail` is the order's hash and settle, return or share,
-- which settles what was delivered and returns the rest; or the hash of a gift card's code and refund or keep. What is delivered as
-- codes counts as delivered where all of them are here.
create or replace function provider_case_stands(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select store_report_stands(user_id, detail) or exists (
    select from provider_orders made
    join product_quotes quote on quote.id = made.quote_id
    where made.hash = split_part(detail, ':', 1) and made.user_id = provider_case_stands.user_id
      and made.case_at is not null and not made.is_watched
      and (made.status in ('submitted', 'unknown', 'mismatch') or (made.status = 'settled' and made.case_reason = 'came_back'))
      and case split_part(detail, ':', 2)
        when 'settle' then made.status <> 'settled'
          and (made.product <> 'on_ramp' or made.booked_units > 0 or moves_by_hand(made.provider)) and not is_ramp_refund_asked(made.quote_id)
          and (made.product <> 'store' or made.delivered_units = quote.got_units) and not lacks_top_up_pin(made.quote_id)
        when 'return' then true
        when 'share' then made.case_reason in ('short', 'repeated') and made.delivered_units between 1 and quote.got_units - 1
      end)
$$;
revoke all on function provider_case_stands(bigint,text) from public;
grant execute on function provider_case_stands(bigint,text) to parley_signer;
