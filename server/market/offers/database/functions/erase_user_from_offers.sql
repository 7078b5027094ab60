create or replace function erase_user_from_offers(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update offers
  set is_on = false, deleted_at = coalesce(deleted_at, market_now()), terms = '', trade_details = '', method_label = null,
      bank_reference = null, payment_subdivision = null, payment_city = null
  where owner_id = person
$$;
revoke all on function erase_user_from_offers(bigint) from public;
