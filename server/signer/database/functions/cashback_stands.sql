create or replace function cashback_stands(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from offers offer
    where offer.hash = split_part(cashback_stands.detail, ':', 1) and offer.owner_id = cashback_stands.user_id
      and offer.featured_until > market_now() and offer.cashback_bp::text = split_part(cashback_stands.detail, ':', 2)
      and offer.cashback_max_cents::text = split_part(cashback_stands.detail, ':', 3))
$$;
revoke all on function cashback_stands(bigint,text) from public;
grant execute on function cashback_stands(bigint,text) to parley_signer;
