create or replace function perk_stands(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from offer_perks perk
    where perk.user_id = perk_stands.user_id and perk.method_id::text = split_part(perk_stands.detail, ':', 1)
      and perk.fee_bp::text = split_part(perk_stands.detail, ':', 2)
      and (perk.valid_until is null
        or perk.valid_until >= market_now() + make_interval(days => split_part(perk_stands.detail, ':', 3)::int)))
$$;
revoke all on function perk_stands(bigint,text) from public;
grant execute on function perk_stands(bigint,text) to parley_signer;
