-- Takes orders that are due: new ones are submitted, others asked about, and one that the provider does not know is submitted again under
-- the same reference, twice at most. A call that nobody ended within a minute is unknown. The calls come after the commit.
create or replace function begin_provider_attempts(product text, provider text, most integer, at timestamp with time zone)
returns TABLE(order_id bigint, n integer, verb text, external_ref uuid, quote_id bigint, submitted_at timestamp with time zone, provider_ref text, got_units bigint, cost_units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  due    provider_orders;
  last   provider_attempts;
  wanted text;
begin
  perform assert_now(at);
  for due in
    select made.* from provider_orders made
    where made.product = begin_provider_attempts.product and made.provider = begin_provider_attempts.provider
      and (made.status in ('reserved', 'submitted', 'unknown') or made.is_watched) and made.ask_at <= at
    order by made.ask_at, made.id
    limit least(most, 100)
    for update skip locked
  loop
    update provider_attempts attempt
    set ended_at = begin_provider_attempts.at, outcome = 'unknown', fault = 'the process ended'
    where attempt.order_id = due.id and attempt.ended_at is null;
    select attempt.* into last from provider_attempts attempt where attempt.order_id = due.id order by attempt.n desc limit 1;
    wanted := case
      when last.n is null then 'submit'
      when due.status = 'mismatch' then case last.verb when 'refund' then 'ask' else 'refund' end
      when last.outcome = 'not_found' and (
        select count(*) from provider_attempts attempt where attempt.order_id = due.id and attempt.verb = 'submit') < 3 then 'submit'
      else 'ask' end;
    insert into provider_attempts (order_id, n, verb, digest, started_at)
    select due.id, coalesce(last.n, 0) + 1, wanted,
      sha256(convert_to(concat_ws('|', due.external_ref, quote.got_currency, quote.got_units, quote.hash), 'utf8')), at
    from product_quotes quote where quote.id = due.quote_id;
    update provider_orders made
    set status = case when made.status = 'reserved' then 'submitted' else made.status end,
        submitted_at = coalesce(made.submitted_at, begin_provider_attempts.at),
        ask_at = begin_provider_attempts.at + interval '1 minute', version = made.version + 1
    where made.id = due.id;
    return query
    select due.id, coalesce(last.n, 0) + 1, wanted, due.external_ref, due.quote_id, coalesce(due.submitted_at, at), due.provider_ref, quote.got_units,
      quote.cost_units
    from product_quotes quote where quote.id = due.quote_id;
  end loop;
end $$;
revoke all on function begin_provider_attempts(text,text,integer,timestamp with time zone) from public;
grant execute on function begin_provider_attempts(text,text,integer,timestamp with time zone) to parley_worker;
