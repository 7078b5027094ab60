-- Reminds of dates: expiring documents without a successor under way, accounts that close, reviews of restrictions (the staff
-- member who set it), cases (the staff member who took it). Not where the whole time is shorter than twice the warning. Returns
-- how many were sent.
create or replace function remind_of_dates(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at      timestamptz := market_now();
  days    interval := reminds_within('reminders.document_days', 30, 'day');
  closing interval := reminds_within('reminders.closing_hours', 24, 'hour');
  review  interval := reminds_within('reminders.review_hours', 24, 'hour');
  cases   interval := reminds_within('reminders.case_hours', 4, 'hour');
  many    int;
begin
  delete from reminders_sent where due_at < at - interval '30 days';
  with due as (
    select 'document' as kind, shown.reference as subject, shown.user_id, shown.expires_on::timestamptz as due_at,
      'account.document_expires' as type, shown.expires_on::text as detail
    from verifications shown
    where shown.status = 'approved' and shown.expires_on > at::date and shown.expires_on <= (at + days)::date
      and not exists (
        select from verifications next
        where next.user_id = shown.user_id and next.kind = shown.kind and next.status = 'pending')
    union all
    select 'closing', closure.id::text, closure.user_id, closure.due_at, 'account.closes_soon',
      to_char(closure.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
    from account_closures closure
    where closure.withdrawn_at is null and closure.closed_at is null and closure.due_at > at
      and closure.due_at <= at + closing and closure.asked_at <= closure.due_at - 2 * closing
    union all
    select 'review', restriction.case_number, restriction.set_by, restriction.review_at, 'staff.review_due', restriction.case_number
    from user_restrictions restriction
    where restriction.lifted_at is null and restriction.set_by is not null and restriction.review_at > at
      and restriction.review_at <= at + review and restriction.since <= restriction.review_at - 2 * review
    union all
    select 'case', dispute.trade_hash, dispute.taken_by, dispute.due_at, 'staff.case_due', dispute.trade_hash
    from disputes dispute
    where dispute.outcome is null and dispute.taken_by is not null and dispute.due_at > at
      and dispute.due_at <= at + cases and dispute.opened_at <= dispute.due_at - 2 * cases
  ), sent as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select waiting.kind, waiting.subject, waiting.user_id, waiting.due_at, at
    from (
      select due.* from due
      where not exists (
        select from reminders_sent sent
        where (sent.kind, sent.subject, sent.user_id, sent.due_at) = (due.kind, due.subject, due.user_id, due.due_at))
      order by due.due_at
      limit most) as waiting
    on conflict do nothing
    returning kind, subject, user_id
  )
  insert into events (type, subject, payload, at)
  select due.type, due.user_id::text, jsonb_build_object('detail', due.detail), at
  from sent
  join due using (kind, subject, user_id)
  order by due.due_at;
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function remind_of_dates(integer) from public;
grant execute on function remind_of_dates(integer) to parley_worker;
