-- Locks by user, then by partner.
create or replace function add_pair_fees(users bigint[], partners bigint[], cents bigint[]) returns void
language sql set search_path = public, pg_temp as $$
  insert into pair_weights as known (user_id, partner_id, fee_cents)
  select one.user_id, one.partner_id, sum(one.cents)
  from unnest(users, partners, add_pair_fees.cents) as one (user_id, partner_id, cents)
  group by one.user_id, one.partner_id
  having sum(one.cents) <> 0
  order by one.user_id, one.partner_id
  on conflict (user_id, partner_id) do update
  set fee_cents = known.fee_cents + excluded.fee_cents
$$;
revoke all on function add_pair_fees(bigint[],bigint[],bigint[]) from public;
