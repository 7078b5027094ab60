-- Orders at providers count toward the limits of levels with what they cost in dollars, unless they were returned.
create or replace function count_order_use() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_limit_use('order', new.hash, new.user_id, case when new.status = 'returned' then 0 else quote.cost_units end, new.created_at)
  from product_quotes quote
  where quote.id = new.quote_id;
  return null;
end $$;
revoke all on function count_order_use() from public;
