-- What is personal is kept for a time and erased afterwards: conversations with their attachments and what a dispute was opened
-- with, records of who was told and signed in, and words of staff acts. One job walks through each of these, a
-- bounded number of rows in a transaction, and remembers how far it is. Owned by outward/retention.

create table retention_marks (
  what    text   primary key,
  -- Of rows in order of their ids, and of trades in order of their end: the last that was looked at.
  last_id bigint not null default 0,
  up_to   timestamptz not null default '-infinity'
);
insert into retention_marks (what)
values ('conversations'), ('uploads'), ('send_out_quotes'), ('conversion_quotes'), ('staff_words');
grant select on retention_marks to parley_web, parley_worker;

-- Files whose row is gone, until they are removed as well.
create table retention_files (
  file_key text primary key
);
grant select, delete on retention_files to parley_worker;

-- A summary for each run of pages: trades end about in the order in which they stand, and an update that ends one stays in its page.
create index trades_by_end on trades using brin (ended_at) with (pages_per_range = 16, autosummarize = on);
create index chat_messages_of_upload on chat_messages (upload_id) where upload_id is not null;
create index sessions_without_address on sessions (least(ended_at, expires_at)) where ip = '';
create index password_resets_by_end on password_resets (expires_at);

insert into setting_rules (name, shape, initial, takes_two)
values
  ('retention.chat_years', '{"type":"integer","minimum":1,"maximum":20}', '5', true),
  ('retention.act_words_years', '{"type":"integer","minimum":1,"maximum":20}', '5', true),
  ('retention.log_days', '{"type":"integer","minimum":30,"maximum":3650}', '365', true);

-- The chat of this trade was erased: it ended before the last end that was reached.
create or replace view conversations as
select id, hash as ref, buyer_id, seller_id, status, was_ever_paid, crypto, units, fee_units, buyer_share_units,
  coalesce(ended_at <= (select mark.up_to from retention_marks mark where mark.what = 'conversations'), false) as is_erased
from trades;

-- Before this instant, by a setting of so many of a unit.
create function kept_since(setting text, otherwise int, unit text) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select market_now() - coalesce((select (value #>> '{}')::int from settings where name = setting), otherwise) * ('1 ' || unit)::interval
$$;

-- What the files of these rows are called goes to the list, unless another row has the same.
create function erase_uploads(upload_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  keys text[];
begin
  select array_agg(distinct named.file_key)
  into keys
  from uploads gone
  cross join lateral (values (gone.file_key), (gone.thumb_key)) as named (file_key)
  where gone.id = any (upload_ids) and named.file_key is not null;
  delete from uploads where id = any (upload_ids);
  insert into retention_files (file_key)
  select unnest(keys)
  on conflict do nothing;
end $$;

-- Trades that ended so long ago, the oldest first: what was written and shown, what the offer's words were, and what a dispute was
-- opened with. A trade that runs has no end; one with an open case is left as it is, ends anew and is reached by that. Returns how
-- many trades were looked at.
create function erase_conversations(most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  seen  bigint[];
  gone  bigint[];
  files bigint[];
  last  timestamptz;
begin
  select array_agg(ended.id), max(ended.ended_at)
  into seen, last
  from (
    select trade.id, trade.ended_at
    from trades trade
    where trade.ended_at > (select up_to from retention_marks where what = 'conversations')
      and trade.ended_at < kept_since('retention.chat_years', 5, 'year')
    order by trade.ended_at
    fetch first (most) rows with ties
  ) as ended;
  if seen is null then return 0; end if;
  gone := array(
    select trade.id
    from trades trade
    where trade.id = any (seen)
      and not exists (
        select from disputes dispute where dispute.trade_hash = trade.hash and dispute.outcome is null)
    for update);
  files := array(
    select distinct message.upload_id from chat_messages message
    where message.trade_id = any (gone) and message.upload_id is not null);
  delete from chat_messages where trade_id = any (gone);
  delete from chat_members where trade_id = any (gone);
  perform erase_uploads(array(
    select file.id from unnest(files) as file (id)
    where not exists (select from chat_messages other where other.upload_id = file.id)));
  update trades
  set offer_terms = '', trade_details = '', dispute_text = case when dispute_text is null then null else '' end
  where id = any (gone);
  update disputes
  set body = '', note = null
  where trade_hash in (select trade.hash from trades trade where trade.id = any (gone));
  update retention_marks
  set up_to = last
  where what = 'conversations';
  return cardinality(seen);
end $$;

-- Files that nobody posted within a month. Returns how many were looked at.
create function erase_loose_uploads(most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  seen bigint[] := array(
    select old.id from (
      select one.id, one.created_at from uploads one
      where one.id > (select last_id from retention_marks where what = 'uploads')
      order by one.id
      limit most) as old
    where old.created_at < market_now() - interval '30 days');
begin
  perform erase_uploads(array(
    select one.id from unnest(seen) as one (id)
    where not exists (select from chat_messages message where message.upload_id = one.id)));
  update retention_marks
  set last_id = greatest(last_id, coalesce((select max(one) from unnest(seen) as one), 0))
  where what = 'uploads';
  return cardinality(seen);
end $$;

-- Quotes that nobody took, after a month. Returns how many were looked at.
create function erase_quotes(kind text, most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  seen bigint[];
begin
  if kind = 'send_out_quotes' then
    seen := array(
      select old.id from (
        select one.id, one.created_at from send_out_quotes one
        where one.id > (select last_id from retention_marks where what = kind)
        order by one.id
        limit most) as old
      where old.created_at < market_now() - interval '30 days');
    delete from send_out_quotes quote
    where quote.id = any (seen) and not exists (select from send_outs sending where sending.quote_id = quote.id);
  else
    seen := array(
      select old.id from (
        select one.id, one.created_at from conversion_quotes one
        where one.id > (select last_id from retention_marks where what = kind)
        order by one.id
        limit most) as old
      where old.created_at < market_now() - interval '30 days');
    delete from conversion_quotes quote
    where quote.id = any (seen) and not exists (select from conversions taken where taken.quote_id = quote.id);
  end if;
  update retention_marks
  set last_id = greatest(last_id, coalesce((select max(one) from unnest(seen) as one), 0))
  where what = kind;
  return cardinality(seen);
end $$;

-- Words of staff acts with the names in them: the chain is over commitments and verifies without them. That it was done is an
-- act itself. Returns how many.
create function erase_staff_words(most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  gone bigint[] := array(
    select old.id from (
      select act.id, act.at from staff_acts act
      where act.id > (select last_id from retention_marks where what = 'staff_words')
      order by act.id
      limit most) as old
    where old.at < kept_since('retention.act_words_years', 5, 'year'));
begin
  if cardinality(gone) = 0 then return 0; end if;
  update staff_acts
  set subject = '', reason = '', salt = null
  where id = any (gone) and salt is not null;
  update retention_marks
  set last_id = gone[cardinality(gone)]
  where what = 'staff_words';
  perform add_staff_act(
    null, 'act.erase', gone[1] || '-' || gone[cardinality(gone)], 'kept for its time', market_now());
  return cardinality(gone);
end $$;

-- Some of what is over, of one kind. Returns how many rows were looked at: fewer than most when nothing is left.
create function erase_by_age(kind text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  logs timestamptz := kept_since('retention.log_days', 365, 'day');
  gone bigint[];
  many int;
begin
  case kind
    when 'conversations' then
      return erase_conversations(most);
    when 'uploads' then
      return erase_loose_uploads(most);
    when 'send_out_quotes', 'conversion_quotes' then
      return erase_quotes(kind, most);
    when 'staff_words' then
      return erase_staff_words(most);
    when 'notifications' then
      gone := array(
        select old.id from (select one.id, one.at from notifications one order by one.id limit most) as old
        where old.at < logs);
      delete from notification_sends where notification_id = any (gone);
      delete from notifications where id = any (gone);
      return cardinality(gone);
    when 'mails' then
      delete from mails
      where id in (
        select old.id from (select one.id, one.created_at from mails one order by one.id limit most) as old
        where old.created_at < logs);
    when 'sessions' then
      -- Their addresses went before, a year after they ended.
      delete from sessions
      where id in (
        select old.id from sessions old
        where old.ip = '' and least(old.ended_at, old.expires_at) < logs
          and not exists (select from data_exports made where made.session_id = old.id)
        order by least(old.ended_at, old.expires_at)
        limit most);
    when 'push_devices' then
      delete from push_devices
      where id in (
        select device.id
        from push_devices device
        join sessions session on session.id = device.session_id
        where least(session.ended_at, session.expires_at, session.seen_at + make_interval(hours => session.idle_hours))
          < market_now() - interval '1 day'
        order by device.id
        limit most);
    when 'sent_codes' then
      delete from sent_codes
      where id in (
        select old.id from (select one.id, one.expires_at from sent_codes one order by one.id limit most) as old
        where old.expires_at < market_now() - interval '30 days');
    when 'email_codes' then
      delete from email_codes
      where id in (
        select old.id from (select one.id, one.created_at from email_codes one order by one.id limit most) as old
        where old.created_at < market_now() - interval '30 days');
    when 'email_changes' then
      delete from email_changes
      where id in (
        select old.id from (select one.id, one.asked_at from email_changes one order by one.id limit most) as old
        where old.asked_at < market_now() - interval '120 days');
    when 'password_resets' then
      delete from password_resets
      where token_hash in (
        select old.token_hash from password_resets old
        where old.expires_at < market_now() - interval '30 days'
        order by old.expires_at
        limit most);
    when 'signer_refusals' then
      delete from signer_refusals
      where (code, purpose, hour) in (
        select old.code, old.purpose, old.hour from signer_refusals old where old.last_at < logs limit most);
  end case;
  get diagnostics many = row_count;
  return many;
end $$;

-- A file that another row has too stays: it goes with the last. Returns those that nobody names any more.
create function files_to_remove(most int) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from retention_files listed
  where exists (
    select from uploads kept where kept.file_key = listed.file_key or kept.thumb_key = listed.file_key);
  return query
    select listed.file_key
    from retention_files listed
    order by listed.file_key
    limit most;
end $$;
create index uploads_of_file on uploads (file_key);
create index uploads_of_thumb on uploads (thumb_key) where thumb_key is not null;

-- As before (0350), by the setting.
create or replace function erase_old_activity() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before timestamptz := kept_since('retention.log_days', 365, 'day');
  erased int;
  emptied int;
begin
  delete from account_activity
  where id in (select old.id from account_activity old where old.at < before order by old.at limit 5000);
  get diagnostics erased = row_count;
  update sessions
  set ip = '', user_agent = ''
  where id in (
    select old.id
    from sessions old
    where old.ip <> '' and least(old.ended_at, old.expires_at) < before
    order by least(old.ended_at, old.expires_at)
    limit 5000);
  get diagnostics emptied = row_count;
  return erased + emptied;
end $$;

revoke all on function kept_since(text, int, text), erase_uploads(bigint[]), erase_conversations(int), erase_loose_uploads(int),
  erase_quotes(text, int), erase_staff_words(int), erase_by_age(text, int), files_to_remove(int) from public;
grant execute on function erase_by_age(text, int), files_to_remove(int) to parley_worker;
