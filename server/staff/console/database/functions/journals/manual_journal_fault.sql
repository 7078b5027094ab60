-- Why it cannot be posted: closed; no_rate; limit; halted:<name>; insufficient. Null where it can.
create or replace function manual_journal_fault(user_id bigint, detail text, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from account_closures ended
      where ended.user_id = manual_journal_fault.user_id and ended.closed_at is not null) then 'closed'
    when manual_journal_cents(detail) is null then 'no_rate'
    when manual_journal_cents(detail) + coalesce((
      select sum(posted.usd_cents)
      from manual_journals posted
      where posted.posted_at > at - interval '1 day'), 0)
      > 100 * (setting_value('ledger.manual_day_usd') #>> '{}')::bigint then 'limit'
    when standing_halt(array['ledger', 'coin_' || split_part(detail, ':', 2)]) is not null then
      'halted:' || standing_halt(array['ledger', 'coin_' || split_part(detail, ':', 2)])
    when not (detail like 'credit:%:loss:%') and coalesce((
      select account.balance_units
      from ledger_accounts account
      where account.name = (manual_journal_accounts(manual_journal_fault.user_id, detail))[1]), 0)
      < split_part(detail, ':', 4)::bigint then 'insufficient'
  end
$$;
revoke all on function manual_journal_fault(bigint,text,timestamp with time zone) from public;
