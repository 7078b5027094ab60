-- What a call came to, and with it what becomes of the order: settled, returned, mismatch where the sums are not those of the quote,
-- submitted, unknown, over where the order has ended; late where the call was ended before. `said` has providerRef, currency, delivered,
-- charged, repeated, reason, status, fault and tookMs. Gift cards that were not delivered and not charged are returned at once.
create or replace function end_provider_attempt(order_id bigint, n integer, answer text, said jsonb, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made      provider_orders;
  quote     product_quotes;
  delivered bigint := (said ->> 'delivered')::bigint;
  charged   bigint := (said ->> 'charged')::bigint;
begin
  perform assert_now(at);
  select found.* into made from provider_orders found where found.id = order_id for update;
  -- The money of a purchase comes once.
  if made.product = 'on_ramp' and answer = 'succeeded' and made.charged_units is not null then answer := 'pending'; end if;
  update provider_attempts attempt
  set ended_at = at, outcome = answer, http_status = (said ->> 'status')::int, fault = left(said ->> 'fault', 200), took_ms = (said ->> 'tookMs')::int
  where attempt.order_id = end_provider_attempt.order_id and attempt.n = end_provider_attempt.n and attempt.ended_at is null;
  if not found then
    outcome := 'late';
    return next;
    return;
  end if;
  -- A refusal of a second submission says nothing of the first, which may have arrived.
  if answer = 'failed' and exists (
    select from provider_attempts attempt
    join provider_attempts earlier on earlier.order_id = attempt.order_id and earlier.verb = 'submit' and earlier.n < attempt.n
    where attempt.order_id = end_provider_attempt.order_id and attempt.n = end_provider_attempt.n and attempt.verb = 'submit'
  ) then answer := 'unknown'; end if;
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  perform note_provider_call(made.provider, made.product, made.country, answer, (said ->> 'tookMs')::int, at);
  if made.product in ('on_ramp', 'off_ramp') then outcome := end_ramp_call(made, answer, said, at); end if;
  if outcome is not null then
    return next;
    return;
  end if;
  if made.ended_at is not null then
    -- Money has moved already: what says the opposite is for people to look at.
    update provider_orders ended
    set case_at = coalesce(ended.case_at, at), case_reason = coalesce(ended.case_reason, 'contradiction')
    where ended.id = order_id and (answer, ended.status) in (('succeeded', 'returned'), ('failed', 'settled'));
    outcome := 'over';
  elsif answer = 'succeeded' then
    update provider_orders set delivered_units = delivered, charged_units = charged, provider_ref = left(said ->> 'providerRef', 100)
    where id = order_id;
    if (said ->> 'currency' = quote.got_currency and delivered = quote.got_units and charged between 0 and quote.cost_units) is true then
      perform settle_provider_order(made, charged, 0, 'delivered', at);
      outcome := 'settled';
    elsif is_part_charged(made, quote, said) then
      perform settle_provider_order(made, charged, (made.units::numeric * (quote.got_units - delivered) / quote.got_units)::bigint, 'delivered', at);
      outcome := 'settled';
    else
      perform note_provider_mismatch(made, quote, said, at);
      outcome := 'mismatch';
    end if;
  elsif made.status = 'mismatch' then
    outcome := 'mismatch';
  elsif answer = 'failed' then
    perform return_provider_order(
      made, case when said ->> 'reason' in ('number', 'operator', 'stock') then said ->> 'reason' else 'refused' end, at);
    outcome := 'returned';
  else
    outcome := case when answer = 'pending' then 'submitted' else 'unknown' end;
    update provider_orders
    set status = outcome, unknown_since = case when answer = 'pending' then null else coalesce(unknown_since, at) end,
        provider_ref = coalesce(left(said ->> 'providerRef', 100), provider_ref), version = version + 1,
        ask_at = at + make_interval(secs => least(300, power(2, least(n, 9))))
    where id = order_id;
  end if;
  return next;
end $$;
revoke all on function end_provider_attempt(bigint,integer,text,jsonb,timestamp with time zone) from public;
grant execute on function end_provider_attempt(bigint,integer,text,jsonb,timestamp with time zone) to parley_worker;
