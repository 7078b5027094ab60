-- Rules with what they asked, numbers sealed.
create or replace function own_data_top_up_rules(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select rule.id, jsonb_build_object('rule', rule.hash, 'status', rule.status, 'day', rule.day, 'currency', rule.currency, 'mostUsdCents', rule.most_cents,
    'at', rule.created_at, 'phone_sealed', encode(rule.phone_sealed, 'base64'), 'user', person::text,
    'asks', (select coalesce(jsonb_agg(jsonb_build_object('month', ask.month, 'status', ask.status) order by ask.month), '[]')
             from top_up_asks ask where ask.rule_id = rule.id))::text
  from top_up_rules rule
  where rule.user_id = person and rule.id > after
  order by rule.id
  limit most
$$;
revoke all on function own_data_top_up_rules(bigint,bigint,integer) from public;
