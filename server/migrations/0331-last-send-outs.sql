-- A banned account sends out once more of each coin, all of it, when somebody of the staff other than who banned it has approved:
-- the balance is its owner's. Like every send-out of a restricted account it waits a day. Owned by products/wallet and outward/staff.

alter table user_restrictions
  add column leave_allowed_by bigint references users check (leave_allowed_by <> set_by),
  add column leave_allowed_at timestamptz,
  add check ((leave_allowed_by is null) = (leave_allowed_at is null)),
  add check (leave_allowed_at is null or state = 'banned');

-- Whether all that restricts this user is a ban whose last send-out was approved.
create function is_leave_allowed(user_id bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce(bool_and(standing.state = 'banned' and standing.leave_allowed_at is not null), false)
  from user_restrictions standing
  where standing.user_id = is_leave_allowed.user_id and standing.lifted_at is null
$$;

-- Whether this quote takes all there is of its coin, and no other has since that was approved.
create function leaves_for_good(quote send_out_quotes) returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_leave_allowed(quote.user_id)
    and quote.units + quote.fee_units = (
      select account.balance_units
      from ledger_accounts account
      where account.name = available_account(quote.user_id, quote.currency))
    and not exists (
      select
      from send_outs before
      where before.user_id = quote.user_id and before.currency = quote.currency
        and before.status not in ('failed', 'cancelled')
        and before.created_at >= (
          select max(standing.leave_allowed_at)
          from user_restrictions standing
          where standing.user_id = quote.user_id and standing.lifted_at is null))
$$;

-- Why what this quote says must not leave: as for a conversion, unless it is the last of a banned account; 'held:<until>' by
-- the signer's records; or null. Under `restricted` a send-out waits.
drop function kept_in(bigint);
create function kept_in(quote send_out_quotes) returns text language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    case when kept_from_converting(quote.user_id) = 'restricted' and leaves_for_good(quote) then null
      else kept_from_converting(quote.user_id) end,
    (
    select 'held:' || to_char(max(hold.ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from send_out_holds hold
    where hold.user_id = quote.user_id and hold.ends_at > market_now()))
$$;

-- As before, by the quote.
-- Reserves what quotes say, for their users, under these new hashes. Outcomes by place, from 1: reserved, unknown, taken,
-- expired, on_hold, restricted, closed, unproved, insufficient, halted:<name>.
create or replace function reserve_send_outs(hashes text[], quote_hashes text[], user_ids bigint[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    send_out_quotes;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select wanted.* into quote
    from send_out_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number]
    for update;
    answer := case
      when quote.id is null then 'unknown'
      when exists (select from send_outs taken where taken.quote_id = quote.id) then 'taken'
      when quote.expires_at <= at then 'expired'
      else coalesce(
        'halted:' || standing_halt(array['money_out', 'ledger', 'coin_' || quote.currency,
          case quote.currency when 'BTC' then 'bitcoin_out' else 'ethereum_out' end]),
        kept_in(quote),
        case when not exists (
          select
          from wallet_rails rail
          where rail.chain = case quote.currency when 'BTC' then 'bitcoin' else 'ethereum' end and rail.is_available
        ) then 'closed' end,
        case when not exists (
          select from spend_proofs(array['send_out_reserve:' || quote.hash], array[quote.user_id])
        ) then 'unproved' end)
    end;
    if answer is null then
      answer := (post_each(
        array['send_out_reserve'], array[hashes[number]], at, array[1],
        array[available_account(quote.user_id, quote.currency)], array[held_account(quote.user_id, quote.currency)],
        array[quote.units + quote.fee_units]))[1];
      if answer = 'duplicate' then raise exception 'this send-out was reserved before' using errcode = 'unique_violation'; end if;
    end if;
    if answer = 'posted' then
      answer := 'reserved';
      insert into send_outs
        (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
      values
        (hashes[number], quote.id, quote.user_id, quote.currency, quote.destination, quote.units, quote.fee_units,
         quote.usd_value, 'pending', at,
         at + greatest(
           case when exists (
             select
             from user_restrictions restriction
             where restriction.user_id = quote.user_id and restriction.lifted_at is null
           ) then interval '24 hours' else interval '0' end,
           wait_for_address(quote)));
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

-- Somebody of the staff approves the last send-out of an account that somebody else has banned. Outcomes as of lifting, and
-- unchanged where it was approved; unknown where it is no ban.
create function allow_last_send_out(case_number text, why text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = allow_last_send_out.case_number and one.state = 'banned'
  for update;
  outcome := case
    when standing.leave_allowed_at is not null and standing.lifted_at is null then 'unchanged'
    else coalesce(
      kept_from_deciding(
        standing, allow_last_send_out.staff_id, 'staff_allow_last_send_out:' || allow_last_send_out.case_number), 'done')
  end;
  if outcome <> 'done' then
    return;
  end if;
  update user_restrictions
  set leave_allowed_by = allow_last_send_out.staff_id, leave_allowed_at = allow_last_send_out.at
  where id = standing.id;
  perform add_staff_act(
    allow_last_send_out.staff_id, 'restriction.allow_last_send_out', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, allow_last_send_out.at);
  perform tell_of_restriction('account.last_send_out_allowed', standing, why, allow_last_send_out.at);
end $$;

revoke all on function is_leave_allowed, leaves_for_good, kept_in, allow_last_send_out from public;
grant execute on function allow_last_send_out, is_leave_allowed to parley_web;
