-- Writes what the rates and the halts of now mean for a market, as commands: a new reference price when it moved by two hundredths of a percent, and
-- cancel_only while a rate is stale or a halt stands. Returns the status.
create or replace function steer_spot_market(market text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known    spot_markets;
  wanted   text;
  ticks    bigint;
  commands spot_commands[] := '{}';
begin
  perform assert_now(at);
  select one.* into known from spot_markets one where one.symbol = market for no key update;
  select round(base.rate / quote.rate * 10 ^ money.digits / known.tick_units)::bigint into ticks
  from rates base
  join rates quote on quote.crypto = known.quote and quote.fiat = 'USD'
  join ledger_currencies money on money.code = known.quote
  where base.crypto = known.base and base.fiat = 'USD' and base.stale_at > at and quote.stale_at > at
    and not base.is_divergent and not quote.is_divergent;
  wanted := case
    when known.status = 'halted' then 'halted'
    when ticks is null or ticks <= 0 or standing_halt(array['spot', 'ledger', 'coin_' || known.base, 'coin_' || known.quote]) is not null
      then 'cancel_only'
    else 'trading'
  end;
  if ticks > 0 and (known.reference_ticks is null or abs(ticks - known.reference_ticks) * 5000 > known.reference_ticks) then
    commands := commands || row(null, null, 'reference', null, null, null, ticks, null, null)::spot_commands;
  end if;
  if wanted <> known.status then
    commands := commands || row(null, null, 'state', null, null, null, null, wanted, null)::spot_commands;
  end if;
  if cardinality(commands) > 0 then
    perform add_spot_commands(market, commands, at);
    update spot_markets one
    set status = wanted, reference_ticks = coalesce(
      (select command.ticks from unnest(commands) as command where command.kind = 'reference'), one.reference_ticks)
    where one.symbol = market;
  end if;
  return wanted;
end $$;
revoke all on function steer_spot_market(text,timestamp with time zone) from public;
grant execute on function steer_spot_market(text,timestamp with time zone) to parley_market;
