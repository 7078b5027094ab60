-- Posts what two administrators have proved, and notifies the affected user. False where the balance has become too little.
create or replace function post_manual_journal(change staff_changes, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  subject  text   := change.user_id || ':' || change.detail;
  currency text   := split_part(change.detail, ':', 2);
  units    bigint := split_part(change.detail, ':', 4)::bigint;
  accounts text[] := manual_journal_accounts(change.user_id, change.detail);
  answer   text;
begin
  answer := (post_each(
    array['manual'], array[subject], at, array[1], array[accounts[1]], array[accounts[2]], array[units]))[1];
  if answer = 'insufficient' then return false; end if;
  if answer <> 'posted' then
    raise exception 'the journal manual % cannot be posted: %', subject, answer using errcode = 'check_violation';
  end if;
  insert into manual_journals (change_id, journal_id, usd_cents, posted_at)
  select change.id, journal.id, manual_journal_cents(change.detail), at
  from journals journal
  where journal.kind = 'manual' and journal.subject = subject;
  insert into events (type, subject, payload, at)
  values ('wallet.correction', subject, jsonb_build_object(
    'userId', change.user_id::text, 'cryptoCurrencyCode', currency, 'txid', null, 'status', split_part(change.detail, ':', 1),
    'amount', trim_scale(units::numeric / coin_units(currency))::text), at);
  return true;
end $$;
revoke all on function post_manual_journal(staff_changes,timestamp with time zone) from public;
