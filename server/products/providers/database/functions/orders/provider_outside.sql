-- The account outside that the provider of a product is booked by, in the currency of the operator's balance there.
create or replace function provider_outside(product text, currency text) returns text
language sql immutable as $$
  select 'outside:' || currency || ':' || case product
    when 'top_up' then 'telco' when 'store' then 'store' when 'on_ramp' then 'bank' when 'off_ramp' then 'bank' end
$$;
revoke all on function provider_outside(text,text) from public;
