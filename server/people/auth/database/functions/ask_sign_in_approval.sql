-- A sign-in that waits asks the account's other browsers. Says 'asked', again for one that has asked; 'gone', 'open' while another one
-- asks (one of the same browser and network gives way), 'blocked' for a day where one from this network was denied, 'too_many' after three in an hour or ten in a day.
create or replace function ask_sign_in_approval(pending_id bigint, public_id text, number integer, choices integer[], network text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  waiting pending_sign_ins;
  at timestamptz;
begin
  select * into waiting from pending_sign_ins sign_in where sign_in.id = pending_id;
  if waiting.id is null then
    return 'gone';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign-in-approvals:' || waiting.user_id, 0));
  select * into waiting from pending_sign_ins sign_in where sign_in.id = pending_id for update;
  at := market_now();
  if waiting.id is null or waiting.spent_at is not null or waiting.tries_left = 0 or waiting.expires_at <= at then
    return 'gone';
  end if;
  if exists (select from sign_in_approvals earlier where earlier.pending_id = waiting.id) then
    return 'asked';
  end if;
  if exists (select from sign_in_approvals denied where denied.user_id = waiting.user_id and denied.state = 'denied'
    and denied.network = network and denied.decided_at > at - interval '1 day')
  then
    return 'blocked';
  end if;
  if exists (
    select
    from sign_in_approvals other
    join pending_sign_ins sign_in on sign_in.id = other.pending_id and sign_in.spent_at is null
    where other.user_id = waiting.user_id and other.state = 'pending' and other.expires_at > at
      and (sign_in.browser_hash <> waiting.browser_hash or other.network <> left(network, 64)))
  then
    return 'open';
  end if;
  if 3 <= (select count(*) from sign_in_approvals made where made.user_id = waiting.user_id and made.made_at > at - interval '1 hour')
    or 10 <= (select count(*) from sign_in_approvals made where made.user_id = waiting.user_id and made.made_at > at - interval '1 day')
  then
    return 'too_many';
  end if;
  update sign_in_approvals older
  set expires_at = at
  where older.user_id = waiting.user_id and older.state = 'pending' and older.expires_at > at;
  insert into sign_in_approvals (public_id, pending_id, sign_in_id, user_id, number, choices, network, ip, user_agent, made_at, expires_at)
  values (public_id, waiting.id, waiting.public_id, waiting.user_id, number, choices, left(network, 64),
    coalesce(left(called_from() ->> 'ip', 64), ''), coalesce(left(called_from() ->> 'userAgent', 400), ''), at, waiting.expires_at);
  perform note_activity(waiting.user_id, 'sign_in_asked', '');
  insert into events (type, subject, payload, at)
  values ('account.sign_in_asked', waiting.user_id::text, jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), at);
  return 'asked';
end $$;
revoke all on function ask_sign_in_approval(bigint,text,integer,integer[],text) from public;
grant execute on function ask_sign_in_approval(bigint,text,integer,integer[],text) to parley_web;
