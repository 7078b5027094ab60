-- Disputes that are to be sent to an issuer, each by one worker at a time: one is sent again later, unless the worker ends it.
create or replace function begin_dispute_sends(issuer text, most integer, at timestamp with time zone)
returns TABLE(hash text, entry_id text, reason text, evidence text, usd_units bigint, issuer_ref text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  return query
    with due as (
      select one.id from card_disputes one
      join cards card on card.id = one.card_id
      where one.send_at <= at and one.ended_at is null and card.issuer = begin_dispute_sends.issuer
      order by one.send_at
      limit most
      for update of one skip locked
    ), begun as (
      update card_disputes one
      set tries = one.tries + 1, send_at = at + least(interval '1 hour', interval '30 seconds' * 2 ^ least(one.tries, 10))
      from due
      where one.id = due.id
      returning one.*
    )
    select begun.hash, taken.external_id, begun.reason, begun.evidence, begun.usd_units, begun.issuer_ref
    from begun
    join card_entries taken on taken.id = begun.entry_id
    order by begun.id;
end $$;
revoke all on function begin_dispute_sends(text,integer,timestamp with time zone) from public;
grant execute on function begin_dispute_sends(text,integer,timestamp with time zone) to parley_worker;
