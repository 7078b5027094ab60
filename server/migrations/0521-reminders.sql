-- Deadlines came unannounced: a trade's window ended, a document expired, an account closed, a restriction was due for review, a
-- case waited for its moderator. Each is told once before, to whoever has to act, through the table of events. What was told is
-- kept with the deadline that it was about: one that moves is told anew. Owned by outward/notifications.

create table reminders_sent (
  kind    text        not null,
  -- The trade's hash, the document's reference, the number of the case or of the closing.
  subject text        not null,
  user_id bigint      not null references users,
  due_at  timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject, user_id, due_at)
);
create index reminders_sent_by_time on reminders_sent (due_at);

create index user_restrictions_review on user_restrictions (review_at) where lifted_at is null;

insert into setting_rules (name, shape, initial, takes_two)
values
  ('notifications.climb_minutes', '{"type":"integer","minimum":1,"maximum":1440}', '10', false),
  ('notifications.climb_order', '{"maxItems":3,"type":"array","items":{"type":"string","pattern":"^(app|telegram|email)$"}}', '["app","telegram","email"]', false),
  ('reminders.trade_minutes', '{"type":"integer","minimum":1,"maximum":1440}', '10', false),
  ('reminders.document_days', '{"type":"integer","minimum":1,"maximum":30}', '30', false),
  ('reminders.closing_hours', '{"type":"integer","minimum":1,"maximum":168}', '24', false),
  ('reminders.review_hours', '{"type":"integer","minimum":1,"maximum":168}', '24', false),
  ('reminders.case_hours', '{"type":"integer","minimum":1,"maximum":168}', '4', false);

-- So long before, by a setting of so many of a unit.
create function reminds_within(setting text, otherwise int, unit text) returns interval
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select (value #>> '{}')::int from settings where name = setting), otherwise) * ('1 ' || unit)::interval
$$;

-- Trades whose window ends soon, of the side that has to pay or to fund; never earlier than in the last third of the window. Returns
-- how many were told.
create function remind_of_trades(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  lead interval := reminds_within('reminders.trade_minutes', 10, 'minute');
  many int;
begin
  with due as (
    select trade.hash, trade.status, timer.expires_at,
      case trade.status when 'not_funded' then 'buyer' else 'seller' end as other,
      case trade.status when 'not_funded' then trade.seller_id else trade.buyer_id end as user_id
    from trade_timers timer
    join trades trade on trade.id = timer.trade_id
    where timer.expires_at > at and timer.expires_at <= at + lead
      and timer.expires_at <= at + make_interval(mins => trade.window_minutes) / 3
      and trade.status in ('not_funded', 'active_funded')
      and not exists (
        select from reminders_sent told
        where told.kind = 'trade' and told.subject = trade.hash and told.due_at = timer.expires_at)
    order by timer.expires_at
    limit most
  ), told as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select 'trade', due.hash, due.user_id, due.expires_at, at from due
    on conflict do nothing
    returning subject
  )
  insert into events (type, subject, payload, at)
  select 'trade.ends_soon', due.hash, jsonb_build_object('actor', due.other, 'status', due.status), at
  from told
  join due on due.hash = told.subject
  order by due.expires_at;
  get diagnostics many = row_count;
  return many;
end $$;

-- What has a day: documents that expire and have no next one under way, accounts that close, reviews of who set a restriction, cases
-- of who took them. Not where the whole time is shorter than twice the warning. Returns how many were told.
create function remind_of_dates(most int) returns int
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
  ), told as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select waiting.kind, waiting.subject, waiting.user_id, waiting.due_at, at
    from (
      select due.* from due
      where not exists (
        select from reminders_sent told
        where (told.kind, told.subject, told.user_id, told.due_at) = (due.kind, due.subject, due.user_id, due.due_at))
      order by due.due_at
      limit most) as waiting
    on conflict do nothing
    returning kind, subject, user_id
  )
  insert into events (type, subject, payload, at)
  select due.type, due.user_id::text, jsonb_build_object('detail', due.detail), at
  from told
  join due using (kind, subject, user_id)
  order by due.due_at;
  get diagnostics many = row_count;
  return many;
end $$;

revoke all on function reminds_within(text, int, text), remind_of_trades(int), remind_of_dates(int) from public;
grant execute on function remind_of_trades(int), remind_of_dates(int) to parley_worker;
