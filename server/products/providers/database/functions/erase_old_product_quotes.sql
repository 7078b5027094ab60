-- Quotes that nobody took, after a month, with what refers to them. Returns how many were looked at.
create or replace function erase_old_product_quotes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  seen bigint[] := array(
    select old.id from (
      select one.id, one.created_at from product_quotes one
      where one.id > (select last_id from retention_marks where what = 'product_quotes')
      order by one.id
      limit most) as old
    where old.created_at < market_now() - interval '30 days');
  gone bigint[] := array(
    select quote.id from product_quotes quote
    where quote.id = any (seen) and not exists (select from provider_orders taken where taken.quote_id = quote.id)
      and not exists (select from card_top_ups taken where taken.quote_id = quote.id)
      and not exists (select from ln_payments taken where taken.quote_id = quote.id)
      and not exists (select from ln_withdrawals taken where taken.quote_id = quote.id)
      and not exists (select from store_orders taken where taken.quote_id = quote.id));
begin
  delete from product_quotes quote where quote.id = any (gone);
  update retention_marks
  set last_id = greatest(last_id, coalesce((select max(one) from unnest(seen) as one), 0))
  where what = 'product_quotes';
  return cardinality(seen);
end $$;
revoke all on function erase_old_product_quotes(integer) from public;
