-- Reserves what quotes say, for their users, under these new hashes. Outcomes by place, from 1: reserved, unknown, taken,
-- expired, on_hold, restricted, closed, unproved, insufficient, halted:<name>.
create or replace function reserve_send_outs(hashes text[], quote_hashes text[], user_ids bigint[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
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
           ) then make_interval(hours => (setting_value('wallet.restricted_hours') #>> '{}')::int) else interval '0' end,
           wait_for_address(quote)));
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function reserve_send_outs(text[],text[],bigint[],timestamp with time zone) from public;
grant execute on function reserve_send_outs(text[],text[],bigint[],timestamp with time zone) to parley_web;
