create or replace function own_data_hedge_runs(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.id, jsonb_build_object('hedgeRun', rule.hash, 'occasion', split_part(mine.subject, ':', 1), 'outcome', mine.outcome,
    'arrivedUnits', mine.arrived_units::text, 'conversion', quote.hash, 'at', mine.at)::text
  from hedge_runs mine
  join hedge_rules rule on rule.id = mine.rule_id
  left join conversion_quotes quote on quote.id = mine.quote_id
  where mine.user_id = person and mine.id > after
  order by mine.id
  limit most
$$;
revoke all on function own_data_hedge_runs(bigint,bigint,integer) from public;
