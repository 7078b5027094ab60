-- What orders since then may cost the operator, in cents, of those that were not returned; of one user where one is named.
create or replace function ordered_cents(product text, provider text, user_id bigint, since timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(quote.cost_units), 0)::bigint
  from provider_orders made
  join product_quotes quote on quote.id = made.quote_id
  where made.product = ordered_cents.product and (made.provider = ordered_cents.provider or ordered_cents.provider is null)
    and (made.user_id = ordered_cents.user_id or ordered_cents.user_id is null)
    and made.created_at > ordered_cents.since and made.status <> 'returned'
$$;
revoke all on function ordered_cents(text,text,bigint,timestamp with time zone) from public;
