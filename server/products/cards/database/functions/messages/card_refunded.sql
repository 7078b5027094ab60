-- What came back from merchants of what an entry took, in cents.
create or replace function card_refunded(entry_id bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(refund.usd_units), 0)::bigint from card_entries refund where refund.refunds_id = card_refunded.entry_id
$$;
revoke all on function card_refunded(bigint) from public;
