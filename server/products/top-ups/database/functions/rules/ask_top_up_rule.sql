-- A rule that is due asks about its newest month, once; months before it are over. The outcome, with what it would cost now: asked; known where
-- the month was asked about before; not_due; stale without a price.
create or replace function ask_top_up_rule(rule_id bigint, hash text, at timestamp with time zone) returns TABLE(outcome text, user_id bigint, currency text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  rule  top_up_rules;
  due   timestamptz;
  cents bigint;
begin
  perform assert_now(at);
  select one.* into rule from top_up_rules one where one.id = rule_id and one.status = 'active' and one.next_at <= at for update;
  if rule.id is null or not flag_is_on('isMobileTopUpEnabled', rule.user_id) then
    outcome := 'not_due';
    return next;
    return;
  end if;
  select top_up_cents(product, rule.units) into cents from top_up_products product where product.id = rule.product_id;
  user_id := rule.user_id;
  currency := rule.currency;
  units := coins_for_cents(cents, rule.currency, at);
  if units is null then
    outcome := 'stale';
    return next;
    return;
  end if;
  due := rule.next_at;
  while due + interval '1 month' <= at loop due := due + interval '1 month'; end loop;
  update top_up_asks ask set status = 'missed', ended_at = at where ask.rule_id = rule.id and ask.status = 'waiting';
  insert into top_up_asks (hash, rule_id, user_id, month, asked_at, expires_at)
  values (hash, rule.id, rule.user_id, date_trunc('month', due at time zone 'UTC')::date, at, at + interval '7 days')
  on conflict on constraint top_up_asks_month_key do nothing;
  outcome := case when found then 'asked' else 'known' end;
  update top_up_rules one set next_at = next_top_up_at(rule.day, at) where one.id = rule.id;
  return next;
end $$;
revoke all on function ask_top_up_rule(bigint,text,timestamp with time zone) from public;
grant execute on function ask_top_up_rule(bigint,text,timestamp with time zone) to parley_worker;
