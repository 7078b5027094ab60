-- The provider has said that it will not deliver, or two of the staff have: the whole sum goes back.
create or replace function return_provider_order(made provider_orders, reason text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform post_one(order_journal(made.product, 'returned'), made.hash, at, array[ordered_account(made.user_id, made.currency)],
    array[available_account(made.user_id, made.currency)], array[made.units]);
  update provider_orders
  set status = 'returned', ended_at = at, end_reason = reason, version = version + 1
  where id = made.id;
end $$;
revoke all on function return_provider_order(provider_orders,text,timestamp with time zone) from public;
