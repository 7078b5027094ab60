-- Giving up a trade that was once paid, and a conversion, take the person's own proof for just that, like all that moves
-- somebody's coins to somebody else. Owned by market/trades and products/wallet.

-- What has to be proved for a move: a release by its seller, the cancel of a trade that its buyer has called paid by that
-- buyer (and so by nobody else), an award or a reopening by the moderator. Null for the others.
create or replace function proof_subject(move jsonb, trade trades) returns text language sql immutable as $$
  select case
    when move ->> 'verb' = 'release' then 'trade_release:' || trade.id || ':' || trade.round
    when move ->> 'verb' = 'cancel' and trade.was_ever_paid then 'trade_cancel:' || trade.id || ':' || trade.round
    when move ->> 'verb' in ('award_buyer', 'award_seller') then
      'staff_award:' || trade.id || ':' || trade.round || ':' || substr(move ->> 'verb', 7)
    when move ->> 'verb' = 'reopen' and move ->> 'actor' = 'moderator' then
      'staff_reopen:' || trade.id || ':' || trade.round
  end
$$;

-- Why this user's balance must not be converted: 'on_hold', 'restricted', or null.
create function kept_from_converting(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select kept_in(kept_from_converting.user_id)
$$;
revoke all on function kept_from_converting(bigint) from public;

-- Takes quotes, each once: the users' coins to the operator, the operator's to the users. Outcomes by place, from 1:
-- converted, unknown, taken, expired, on_hold, restricted, unproved, insufficient, unavailable where the operator has too
-- little, halted:<name>.
create or replace function convert_coins(quote_hashes text[], user_ids bigint[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    conversion_quotes;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(quote_hashes) loop
    select wanted.* into quote
    from conversion_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number]
    for update;
    answer := case
      when quote.id is null then 'unknown'
      when exists (select from conversions taken where taken.quote_id = quote.id) then 'taken'
      when quote.expires_at <= at then 'expired'
      else coalesce(
        'halted:' || standing_halt(array[
          'money_out', 'conversions', 'ledger', 'coin_' || quote.from_currency, 'coin_' || quote.to_currency]),
        kept_from_converting(quote.user_id),
        case when not exists (
          select from spend_proofs(array['conversion:' || quote.hash], array[quote.user_id])
        ) then 'unproved' end)
    end;
    if answer is null then
      answer := (post_each(
        array['conversion'], array[quote.hash], at, array[1, 1],
        array[available_account(quote.user_id, quote.from_currency), 'house:' || quote.to_currency || ':inventory'],
        array['house:' || quote.from_currency || ':inventory', available_account(quote.user_id, quote.to_currency)],
        array[quote.from_units, quote.to_units]))[1];
      if answer = 'duplicate' then raise exception 'this was converted before' using errcode = 'unique_violation'; end if;
    end if;
    if answer = 'posted' then
      answer := 'converted';
      insert into conversions (quote_id, user_id, created_at) values (quote.id, quote.user_id, convert_coins.at);
    elsif answer = 'insufficient' and coalesce((
      select account.balance_units
      from ledger_accounts account
      where account.name = available_account(quote.user_id, quote.from_currency)), 0) >= quote.from_units then
      answer := 'unavailable';
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

-- What the signer looks at before it writes the proof of a conversion.
grant select on conversion_quotes, conversions to parley_signer;
