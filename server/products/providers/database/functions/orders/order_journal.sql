-- The kind of the journal by which an order of this product is reserved, settled or returned.
create or replace function order_journal(product text, step text) returns text
language sql immutable as $$
  select case product
    when 'off_ramp' then case step when 'reserved' then 'ramp_sell' when 'settled' then 'ramp_paid' when 'returned' then 'ramp_return' end
    when 'on_ramp' then case step when 'reserved' then 'ramp_promise' when 'settled' then 'ramp_bought' when 'returned' then 'ramp_release' end
    else case step when 'reserved' then 'provider_pay' when 'settled' then 'provider_done' when 'returned' then 'provider_return' end end
$$;
revoke all on function order_journal(text,text) from public;
grant execute on function order_journal(text,text) to parley_web, parley_worker;
