-- The circuit of a provider in a country, after a call that was answered so; one that could not be made (unsure) says nothing of it: five failures in a row, or slow answers in one of twenty, pause new orders for ten minutes.
create or replace function note_provider_call(provider text, product text, country text, answer text, call_ms integer, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_answered constant boolean := answer <> 'unknown';
  newest int[];
  failed int;
  reason text;
begin
  if answer = 'unsure' then return; end if;
  insert into provider_health as known (provider, product, country, changed_at) values (provider, product, country, at)
  on conflict on constraint provider_health_pkey do nothing;
  select (array[coalesce(call_ms, 0)] || known.took_ms)[1:20], case when is_answered then 0 else known.failures_in_row + 1 end
  into newest, failed
  from provider_health known
  where (known.provider, known.product, known.country) = (provider, product, country)
  for update;
  reason := case
    when failed >= 5 then 'failures'
    when cardinality(newest) = 20 and (select percentile_disc(0.95) within group (order by one) from unnest(newest) as one) > 20000 then 'slow'
  end;
  update provider_health known
  set failures_in_row = failed, took_ms = case when reason = 'slow' then '{}' else newest end, tries = known.tries + 1,
      failures = known.failures + (not is_answered)::int, changed_at = at,
      why = coalesce(reason, case when known.why = 'repeated' and known.paused_until > at then 'repeated' end),
      paused_until = case
        when known.why = 'repeated' and known.paused_until > at then known.paused_until
        when reason is not null then at + interval '10 minutes' end
  where (known.provider, known.product, known.country) = (provider, product, country);
end $$;
revoke all on function note_provider_call(text,text,text,text,integer,timestamp with time zone) from public;
