-- Converts so much for a rule, at this rate: an ordinary conversion, whose quote is taken at once. The outcome is one of hedge_runs.
create or replace function convert_for_hedge(rule hedge_rules, quote_hash text, units bigint, rate numeric, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote   conversion_quotes;
  outcome text;
begin
  select quote_hash, rule.user_id, rule.from_currency, rule.to_currency, units,
         floor(units * rate * coin_units(rule.to_currency) / coin_units(rule.from_currency))::bigint, rate, at, at + interval '1 minute'
  into quote.hash, quote.user_id, quote.from_currency, quote.to_currency, quote.from_units, quote.to_units, quote.rate, quote.created_at,
       quote.expires_at;
  if not is_fair_conversion(quote, at) then return 'price_moved'; end if;
  perform quote_conversions(jsonb_build_array(to_jsonb(quote)), at);
  select made.* into strict quote from conversion_quotes made where made.hash = quote_hash;
  outcome := post_conversion(quote, at);
  -- Something else was spent meanwhile: the reserve stays, and so do its coins.
  if outcome = 'converted' and (
    select account.balance_units < rule.keep_units
    from ledger_accounts account
    where account.name = available_account(rule.user_id, rule.from_currency)
  ) then
    raise exception using errcode = 'PR001', message = 'the reserve would be touched';
  end if;
  return case when outcome like 'halted:%' then 'halted' else outcome end;
exception
  when sqlstate 'PR001' then return 'insufficient';
end $$;
revoke all on function convert_for_hedge(hedge_rules,text,bigint,numeric,timestamp with time zone) from public;
