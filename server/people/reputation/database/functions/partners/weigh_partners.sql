-- By statement: `added` and `removed` are the rows as they are and were.
create or replace function weigh_partners() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct user_id from added order by user_id
  on conflict do nothing;
  perform from user_reputation known where known.user_id in (select added.user_id from added) order by known.user_id for no key update;
  if tg_op = 'INSERT' then
    update user_reputation known
    set weight_partners = known.weight_partners + step.partners, weight_positive = known.weight_positive + step.positive,
      weight_negative = known.weight_negative + step.negative
    from (
      select user_id, sum(partner_weight(fee_cents)) as partners,
        coalesce(sum(partner_weight(fee_cents)) filter (where rating = 1), 0) as positive,
        coalesce(sum(negative_weight(fee_cents)) filter (where rating = -1), 0) as negative
      from added
      group by user_id
    ) as step
    where known.user_id = step.user_id and (step.partners, step.positive, step.negative) <> (0, 0, 0);
  else
    update user_reputation known
    set weight_partners = known.weight_partners + step.partners, weight_positive = known.weight_positive + step.positive,
      weight_negative = known.weight_negative + step.negative
    from (
      select side.user_id, sum(side.sign * partner_weight(side.fee_cents)) as partners,
        coalesce(sum(side.sign * partner_weight(side.fee_cents)) filter (where side.rating = 1), 0) as positive,
        coalesce(sum(side.sign * negative_weight(side.fee_cents)) filter (where side.rating = -1), 0) as negative
      from (
        select user_id, fee_cents, rating, 1 as sign from added
        union all
        select user_id, fee_cents, rating, -1 from removed
      ) as side
      group by side.user_id
    ) as step
    where known.user_id = step.user_id and (step.partners, step.positive, step.negative) <> (0, 0, 0);
  end if;
  return null;
end $$;
revoke all on function weigh_partners() from public;
