-- The order was delivered: the user's coins go to the operator, less a share that was not delivered, and what the provider charged
-- leaves the operator's money there; the house issuer of gift cards is owed what its cards are worth.
create or replace function settle_provider_order(made provider_orders, charged bigint, share_back bigint, reason text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote   product_quotes;
  ordered constant text := ordered_account(made.user_id, made.currency);
  fee     bigint;
begin
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  fee := least(quote.fee_units, made.units - share_back);
  perform post_one(order_journal(made.product, 'settled'), made.hash, at,
    array[ordered, ordered, ordered, 'house:' || quote.cost_currency || ':inventory'],
    array['house:' || made.currency || ':inventory', 'house:' || made.currency || case made.product when 'off_ramp' then ':fees_ramp' else ':fees_store' end,
      available_account(made.user_id, made.currency), provider_outside(made.product, quote.cost_currency)],
    array[made.units - share_back - fee, fee, share_back, case when is_house_issue(made.provider) then 0 else charged end]);
  if made.product = 'store' then perform settle_store_line(made, at); end if;
  update provider_orders
  set status = 'settled', ended_at = at, end_reason = reason, charged_units = charged, booked_units = -charged, version = version + 1
  where id = made.id;
end $$;
revoke all on function settle_provider_order(provider_orders,bigint,bigint,text,timestamp with time zone) from public;
