-- A code that was sent said "sent" whatever became of its message: one that a carrier refused, that a limit dropped or that had nowhere to go
-- showed as sent, and its owner waited for nothing. The row of a code says now what became of it, written where its message ends: by the
-- telephone's message, the email, or whoever pushes. What nobody knows, because a carrier gave no answer, is no failure.
-- Owned by signer, people/phones, outward/notifications and platform.

alter table sent_codes
  -- A call and a text are one channel and two ways.
  add column sent_by text check (sent_by in ('sms', 'call', 'email', 'push')),
  -- dropped: it went to nobody, because of a limit or because there was nowhere to go.
  add column delivery text not null default 'waiting' check (delivery in ('waiting', 'sent', 'failed', 'dropped')),
  -- As the specification numbers what is wrong with a telephone number.
  add column error_code int check (error_code between 1 and 5);
update sent_codes set sent_by = channel;
alter table codes_to_send add column sent_code_id bigint;
alter table phone_messages
  add column sent_code_id bigint,
  -- A carrier that was asked gave no answer: it may have got there.
  add column is_unknown boolean not null default false;
grant update (is_unknown) on phone_messages to parley_worker;
-- What the mail server said of a try. refused: for good. later: not now, or it was not reached. unknown: it gave no answer.
alter table mails add column answer text check (answer in ('refused', 'later', 'unknown'));

-- What got there has got there, whatever is said afterwards of another try or another browser.
create function note_sent_code(id bigint, delivery text, error_code int) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sent_codes
  set delivery = note_sent_code.delivery, error_code = note_sent_code.error_code
  where sent_codes.id = note_sent_code.id and (sent_codes.delivery = 'waiting' or note_sent_code.delivery = 'sent')
    and sent_codes.delivery <> 'sent'
$$;

create function note_phone_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'sent' then
    perform note_sent_code(new.sent_code_id, 'sent', null);
  elsif new.state = 'failed' and not new.is_unknown then
    perform note_sent_code(new.sent_code_id, 'failed', new.error_code);
  end if;
  return null;
end $$;
create trigger phone_message_noted after update of state on phone_messages
  for each row when (new.sent_code_id is not null and new.state <> old.state)
  execute function note_phone_message();

-- The reason of such an email ends with the code's id. One that would be tried again when the code has ended has failed.
create function note_code_mail() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  code constant bigint := split_part(new.dedupe_key, ':', 2)::bigint;
begin
  if new.sent_at is not null then
    perform note_sent_code(code, 'sent', null);
  elsif new.answer = 'refused' or (new.answer = 'later'
    and exists (select from sent_codes sent where sent.id = code and sent.expires_at <= new.next_at))
  then
    perform note_sent_code(code, 'failed', null);
  end if;
  return null;
end $$;
create trigger code_mail_noted after update of attempts on mails
  for each row when (new.attempts > old.attempts and new.dedupe_key ~ '^sent-code:[0-9]{1,18}$')
  execute function note_code_mail();

-- As before, with the code's row; what comes too late goes to nobody, and says so.
drop function take_factor_codes(int);
create function take_factor_codes(most int)
returns table (id bigint, user_id bigint, channel text, code text, about jsonb, sent_code_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel <> 'push'
      order by waiting.id
      limit take_factor_codes.most)
    returning *
  ), dropped as (
    update sent_codes
    set delivery = 'dropped'
    from taken
    where sent_codes.id = taken.sent_code_id and taken.made_at <= market_now() - interval '5 minutes'
  )
  select taken.id, taken.user_id, taken.channel, taken.code, taken.about, taken.sent_code_id
  from taken
  where taken.made_at > market_now() - interval '5 minutes'
  order by taken.id
$$;

drop function write_factor_text(bigint, text, bytea, text);
create function write_factor_text(user_id bigint, channel text, code_sealed bytea, about text, sent_code_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  known phones;
begin
  perform pg_advisory_xact_lock(7265400);
  at := market_now();
  select * into known from phones where phones.user_id = write_factor_text.user_id and phones.confirmed_at is not null;
  if not found then return false; end if;
  if exists (
    select
    from (values ('user', 30, interval '1 day'), ('country', 400, interval '1 hour'), ('market', 2000, interval '1 hour'))
      as bound (subject, most, span)
    where bound.most <= (
      select count(*)
      from phone_messages message
      where message.made_at > at - bound.span and message.about is not null and case bound.subject
        when 'user' then message.user_id = write_factor_text.user_id
        when 'country' then message.calling_code = known.calling_code
        else true
      end))
  then
    return false;
  end if;
  insert into phone_messages
    (user_id, number_index, calling_code, network, channel, code_sealed, about, made_at, next_at, expires_at, sent_code_id)
  values (user_id, known.number_index, known.calling_code, '', channel, code_sealed, about, at, at, at + interval '10 minutes',
    sent_code_id);
  return true;
end $$;

-- As before, with the code's row; where no browser takes it any more, or it comes too late, it went to nobody.
drop function take_push_codes(int);
create function take_push_codes(most int)
returns table (id bigint, user_id bigint, code text, about jsonb, endpoint text, p256dh text, auth text, sent_code_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel = 'push'
      order by waiting.id
      limit take_push_codes.most)
    returning *
  ), targets as (
    select taken.id, taken.user_id, taken.code, taken.about, device.endpoint, device.p256dh, device.auth, taken.sent_code_id
    from taken
    cross join lateral (
      select target.endpoint, target.p256dh, target.auth
      from devices_for_code(taken.user_id, taken.session_id) target
      where taken.device_id is null
      union all
      select target.endpoint, target.p256dh, target.auth
      from device_for_first_code(taken.user_id, taken.device_id, taken.session_id) target
      where taken.device_id is not null
    ) as device
    where taken.made_at > market_now() - interval '5 minutes'
  ), dropped as (
    update sent_codes
    set delivery = 'dropped'
    from taken
    where sent_codes.id = taken.sent_code_id and not exists (select from targets where targets.id = taken.id)
  )
  select targets.id, targets.user_id, targets.code, targets.about, targets.endpoint, targets.p256dh, targets.auth,
    targets.sent_code_id
  from targets
  order by targets.id
$$;

-- The newest code that somebody asked for, for just this thing, while it counts. Of a browser that is added the newest of any.
create function sent_code_of(user_id bigint, subject text)
returns table (sent_by text, delivery text, error_code int, made_at timestamptz, is_spent boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select code.sent_by, code.delivery, code.error_code, code.made_at, code.spent_at is not null
  from sent_codes code
  where code.user_id = sent_code_of.user_id and code.expires_at > market_now()
    and (code.subject = sent_code_of.subject
      or sent_code_of.subject = 'add_factor:push' and starts_with(code.subject, 'add_factor:push_device:'))
  order by code.id desc
  limit 1
$$;

revoke all on function note_sent_code(bigint, text, int), note_phone_message(), note_code_mail(), take_factor_codes(int),
  write_factor_text(bigint, text, bytea, text, bigint), take_push_codes(int), sent_code_of(bigint, text) from public;
grant execute on function note_sent_code(bigint, text, int), take_factor_codes(int),
  write_factor_text(bigint, text, bytea, text, bigint), take_push_codes(int) to parley_worker;
grant execute on function sent_code_of(bigint, text) to parley_web;
