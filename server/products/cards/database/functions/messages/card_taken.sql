-- What was taken with a card and has not come back, in cents.
create or replace function card_taken(card_id bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select (
    coalesce((
      select sum(case known.kind when 'refund' then -known.usd_units else known.usd_units end)
      from card_entries known
      where known.card_id = card_taken.card_id and known.kind in ('capture', 'force_post', 'refund')), 0)
    - coalesce((select sum(one.credited_units) from card_disputes one where one.card_id = card_taken.card_id), 0))::bigint
$$;
revoke all on function card_taken(bigint) from public;
