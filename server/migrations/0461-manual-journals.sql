-- What staff had to correct in somebody's balance could be corrected by the owner of the database alone, unseen. Two administrators
-- do it now, each with their own proof, for a case that has a number: between a person's balance and an account of the operator's,
-- never from an escrow and never from the chain, within a sum a day. Owned by outward/staff.

insert into setting_rules (name, shape, initial, takes_two)
values ('ledger.manual_day_usd', '{"type":"integer","minimum":0,"maximum":10000000}', '10000', true);

create table manual_journals (
  change_id  bigint      primary key references staff_changes,
  journal_id bigint      not null unique references journals,
  usd_cents  bigint      not null check (usd_cents > 0),
  posted_at  timestamptz not null
);
create index manual_journals_by_time on manual_journals (posted_at);
grant select on manual_journals to parley_web, parley_worker;
grant select on staff_changes to parley_worker;

-- credit or debit, coin, the operator's account, units, case: `credit:BTC:loss:100000:CASE-12`.
create function is_manual_journal(detail text) returns boolean language sql immutable as $$
  select detail ~ '^(credit|debit):(BTC|ETH|USDT):(fees|dust|inventory|loss):[1-9][0-9]{0,17}:[A-Z0-9][A-Z0-9-]{2,39}$'
$$;

-- In cents of a dollar, rounded up, by the last price; null where the coin never had one.
create function manual_journal_cents(detail text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select ceil(split_part(detail, ':', 4)::numeric * known.rate * 100
    / case split_part(detail, ':', 2) when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end)::bigint
  from rates known
  where known.crypto = split_part(detail, ':', 2) and known.fiat = 'USD'
$$;

-- The same is posted once.
create function manual_journal_is_posted(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from journals
    where journals.kind = 'manual' and journals.subject = manual_journal_is_posted.user_id || ':' || detail)
$$;

-- From which account to which.
create function manual_journal_accounts(user_id bigint, detail text) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select case split_part(detail, ':', 1) when 'credit' then array[house, theirs] else array[theirs, house] end
  from (select
    'house:' || split_part(detail, ':', 2) || ':' || split_part(detail, ':', 3) as house,
    available_account(manual_journal_accounts.user_id, split_part(detail, ':', 2)) as theirs) as account
$$;

-- Why it cannot be posted: closed; no_rate; limit; halted:<name>; insufficient. Null where it can.
create function manual_journal_fault(user_id bigint, detail text, at timestamptz) returns text
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

-- Posts what two administrators have proved, and tells whom it is about. False where the balance has become too little.
create function post_manual_journal(change staff_changes, at timestamptz) returns boolean
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
    'amount', trim_scale(units::numeric / case currency when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end)::text), at);
  return true;
end $$;

-- As before; nobody proves a journal that was posted.
create or replace function staff_change_subject(kind text, user_id bigint, detail text) returns text
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'lift_halt' then (
      select 'staff_lift_halt:' || halt.name || ':' || (extract(epoch from halt.since) * 1000)::bigint
      from halts halt
      where halt.name = detail)
    when 'set_halt' then 'staff_set_halt:' || detail
    when 'set_setting' then case
      when setting_fits(detail) and setting_value(detail_name(detail)) <> detail_value(detail)::jsonb then
        'staff_set_setting:' || detail_name(detail) || ':' || encode(sha256(convert_to(
          setting_value(detail_name(detail))::text || ' ' || detail_value(detail)::jsonb::text, 'utf8')), 'hex')
      end
    when 'set_flag' then (
      select 'staff_set_flag:' || flag.name || ':' || flag.percent || ':' || detail_value(detail)
      from feature_flags flag
      where flag.name = detail_name(detail) and flag.percent::text <> detail_value(detail))
    when 'set_user_flag' then (
      select 'staff_set_user_flag:' || user_id || ':' || detail
      from feature_flags flag
      where flag.name = detail_name(detail) and user_flag(flag.name, staff_change_subject.user_id) <> detail_value(detail))
    when 'post_journal' then case when not manual_journal_is_posted(user_id, detail) then
      'staff_post_journal:' || user_id || ':' || detail end
    else 'staff_' || kind || ':' || user_id || ':' || detail
  end
$$;

-- As before, and journals, which always take two.
create or replace function takes_second_person(kind text, user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'grant_role' then true
    when 'post_journal' then true
    when 'set_level' then exists (
      select from users person where person.id = takes_second_person.user_id and person.level < detail::numeric)
    when 'lift_halt' then exists (
      select
      from halts halt
      where halt.name = detail
        and (halt.takes_two or halt.name = 'ledger' or exists (select from invariant_checks where broken > 0)))
    when 'set_setting' then exists (
      select from setting_rules rule where rule.name = detail_name(detail) and rule.takes_two)
    else false
  end
$$;

create or replace function staff_change_act(kind text) returns text language sql immutable as $$
  select case kind
    when 'grant_role' then 'role.grant'
    when 'revoke_role' then 'role.revoke'
    when 'set_level' then 'level.set'
    when 'lift_halt' then 'halt.lift'
    when 'set_halt' then 'halt.set'
    when 'set_setting' then 'setting.set'
    when 'set_flag' then 'flag.set'
    when 'set_user_flag' then 'flag.set_for'
    when 'post_journal' then 'journal.post'
  end
$$;

-- As before; a journal that could not be posted now is not proposed.
create or replace function change_by_staff(
  hash text, kind text, user_id bigint, detail text, reason text, staff_id bigint, at timestamptz
) returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  proved text;
begin
  perform assert_now(at);
  -- Of changes too there is one at a time.
  perform pg_advisory_xact_lock(7265004);
  if (case
    when kind in ('grant_role', 'revoke_role') then
      detail in ('moderator', 'supermoderator', 'admin') and exists (select from users where users.id = user_id)
    when kind = 'set_level' then detail in ('1', '2', '3', '4') and exists (select from users where users.id = user_id)
    when kind in ('lift_halt', 'set_halt') then user_id is null
    when kind = 'set_setting' then user_id is null and setting_fits(detail)
    when kind = 'set_flag' then user_id is null and detail ~ '^[A-Za-z]{3,60}=(100|[0-9]{1,2})$'
    when kind = 'post_journal' then is_manual_journal(detail) and exists (select from users where users.id = user_id)
    when kind = 'set_user_flag' then
      detail ~ '^[A-Za-z]{3,60}=(on|off|default)$' and exists (select from users where users.id = user_id)
  end and char_length(reason) between 3 and 300) is not true then
    raise exception 'staff do not change %', kind using errcode = 'check_violation';
  end if;
  proved := staff_change_subject(kind, user_id, detail);
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when user_id = staff_id and kind not in ('revoke_role', 'set_user_flag') then 'own'
    when proved is null
      or (kind = 'set_halt' and exists (select from halts halt where halt.name = detail))
      or (kind = 'set_level' and exists (select from users where users.id = user_id and users.level = detail::numeric))
      or (kind in ('grant_role', 'revoke_role') and (kind = 'grant_role') = exists (
        select from user_roles granted where granted.user_id = change_by_staff.user_id and granted.role = detail))
      then 'unchanged'
    when kind = 'revoke_role' and detail = 'admin' and (select count(*) from user_roles granted where granted.role = 'admin') = 1
      then 'last_admin'
    when exists (
      select
      from staff_changes change
      where change.subject = proved and change.confirmed_at is null and change.expires_at > at
    ) and takes_second_person(kind, user_id, detail) then 'waiting'
    when kind = 'post_journal' and manual_journal_fault(user_id, detail, at) is not null then
      manual_journal_fault(user_id, detail, at)
    when not exists (select from spend_proofs(array[proved], array[staff_id])) then 'unproved'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  if takes_second_person(kind, user_id, detail) then
    insert into staff_changes (hash, kind, user_id, detail, subject, reason, proposed_by, proposed_at, expires_at)
    values (hash, kind, user_id, detail, proved, reason, staff_id, at, at + interval '1 day');
    perform add_staff_act(
      staff_id, staff_change_act(kind) || '.propose', staff_change_about(user_id, detail), reason, at);
    outcome := 'proposed';
  else
    perform make_staff_change(kind, user_id, detail, reason, staff_id, null, at);
    perform add_staff_act(staff_id, staff_change_act(kind), staff_change_about(user_id, detail), reason, at);
    outcome := 'done';
  end if;
  return next;
end $$;

-- As before; a journal is posted under the row of its proposal.
create or replace function confirm_staff_change(hash text, staff_id bigint, at timestamptz)
returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  change staff_changes;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select proposal.* into change
  from staff_changes proposal
  where proposal.hash = confirm_staff_change.hash
  for update;
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when (change.confirmed_at is null and change.expires_at > at and is_admin(change.proposed_by)
      and staff_change_subject(change.kind, change.user_id, change.detail) = change.subject
      and takes_second_person(change.kind, change.user_id, change.detail)) is not true then 'over'
    when change.proposed_by = staff_id then 'second_person'
    when change.user_id = staff_id then 'own'
    when change.kind = 'post_journal' and manual_journal_fault(change.user_id, change.detail, at) is not null then
      manual_journal_fault(change.user_id, change.detail, at)
    when not exists (select from spend_proofs(array[change.subject], array[staff_id])) then 'unproved'
    when change.kind = 'post_journal' then
      case when post_manual_journal(change, at) then 'done' else 'insufficient' end
    when not make_staff_change(
      change.kind, change.user_id, change.detail, change.reason, change.proposed_by, staff_id, at) then 'over'
    else 'done'
  end;
  if outcome = 'done' then
    update staff_changes
    set confirmed_by = staff_id, confirmed_at = at
    where staff_changes.id = change.id;
    perform add_staff_act(
      staff_id, staff_change_act(change.kind), staff_change_about(change.user_id, change.detail), change.reason, at);
  end if;
  return next;
end $$;

alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check
  check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal'));

revoke all on function is_manual_journal, manual_journal_cents, manual_journal_fault, manual_journal_accounts, manual_journal_is_posted,
  post_manual_journal from public;
grant execute on function manual_journal_is_posted to parley_signer;
