-- Saves a rule that its user has proved, word for word. The outcome: saved, unproved, restricted, on_hold, too_many, and feeds where another
-- rule of theirs converts the other way, so that the two would pay the spread to each other.
create or replace function save_hedge_rule(
  user_id bigint, hash text, trigger text, from_currency text, to_currency text, share_bp integer, keep_units bigint, price_side text,
  price_usd_cents bigint, every_days integer, at timestamp with time zone
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  rule hedge_rules;
  kept text;
begin
  perform assert_now(at);
  perform from users person where person.id = user_id for no key update;
  kept := kept_from_converting(user_id);
  if kept is not null then return kept; end if;
  if exists (
    select from hedge_rules other
    where other.user_id = save_hedge_rule.user_id and other.status <> 'ended'
      and other.from_currency = save_hedge_rule.to_currency and other.to_currency = save_hedge_rule.from_currency
  ) then
    return 'feeds';
  end if;
  if (select count(*) from hedge_rules other where other.user_id = save_hedge_rule.user_id and other.status <> 'ended') >= 20 then
    return 'too_many';
  end if;
  insert into hedge_rules (hash, user_id, trigger, from_currency, to_currency, share_bp, keep_units, price_side, price_usd_cents, every_days,
    next_at, created_at)
  values (hash, user_id, trigger, from_currency, to_currency, share_bp, keep_units, price_side, price_usd_cents, every_days,
    at + make_interval(days => every_days), at)
  returning * into rule;
  if not exists (select from spend_proofs(array['hedge_rule:' || user_id || ':' || hedge_rule_text(rule)], array[user_id])) then
    raise exception using errcode = 'PR001', message = 'nobody proved this rule';
  end if;
  return 'saved';
exception
  when sqlstate 'PR001' then return 'unproved';
end $$;
revoke all on function save_hedge_rule(bigint,text,text,text,text,integer,bigint,text,bigint,integer,timestamp with time zone) from public;
grant execute on function save_hedge_rule(bigint,text,text,text,text,integer,bigint,text,bigint,integer,timestamp with time zone) to parley_web;
