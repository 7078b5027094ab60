-- Keeps what was decided of questions, each of another user, whose account the caller has locked, and moves what is held for them. An id that came
-- before its question, with a capture or a reversal, gets what the question says.
create or replace function write_card_decisions(decided card_authorizations[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  subjects   text[];
  from_names text[];
  to_names   text[];
  units      bigint[];
begin
  select array_agg(made.external_id), array_agg(card_account(made.user_id, false)), array_agg(card_account(made.user_id, true)), array_agg(made.held_units)
  into subjects, from_names, to_names, units
  from unnest(decided) as made
  where made.held_units > 0;
  if subjects is not null and 'posted' <> any (post_each(
    array_fill('card_hold'::text, array[cardinality(subjects)]), subjects, at, array(select generate_subscripts(subjects, 1)), from_names, to_names,
    units)) then
    raise exception 'what cards hold was not posted: %', subjects using errcode = 'check_violation';
  end if;
  insert into card_authorizations as known
    (external_id, card_id, user_id, status, decline_code, merchant, merchant_group, country, currency, amount_units, usd_units, held_units, at, expires_at, ended_at)
  select made.external_id, made.card_id, made.user_id, made.status, made.decline_code, made.merchant, made.merchant_group, made.country, made.currency,
         made.amount_units, made.usd_units, made.held_units, at, at + interval '7 days', case when made.held_units = 0 then at end
  from unnest(decided) as made
  on conflict on constraint card_authorizations_external_id_key do update
  set (status, decline_code, merchant, merchant_group, country, currency, amount_units, usd_units, held_units, ended_at) = (
    excluded.status, excluded.decline_code, excluded.merchant, excluded.merchant_group, excluded.country, excluded.currency,
    excluded.amount_units, excluded.usd_units, excluded.held_units, excluded.ended_at);
end $$;
revoke all on function write_card_decisions(card_authorizations[],timestamp with time zone) from public;
