-- A code for a number that is not confirmed: 'sent'; 'confirmed' where the account has a number already; 'off' where nothing
-- sends; 'limit:<time>' and 'blocked:<time>' where the next may be asked for later. Whether another user has the number is not
-- said here: that would reveal who has an account. One at a time, because they count each other.
create or replace function ask_phone_code(user_id bigint, number_sealed bytea, number_index bytea, country_iso text, calling_code text, hint text, channel text, code_mark bytea, code_sealed bytea, network text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  until timestamptz;
  known phones;
begin
  perform pg_advisory_xact_lock(7265400);
  at := market_now();
  select * into known from phones where phones.user_id = ask_phone_code.user_id for update;
  if known.confirmed_at is not null then return 'confirmed'; end if;
  if known.blocked_until > at then
    return 'blocked:' || to_char(known.blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  if not exists (select from phone_carrier where seen_at > at - interval '5 minutes') then return 'off'; end if;
  until := phone_limit(user_id, number_index, calling_code, network);
  if until is not null then
    return 'limit:' || to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  insert into phones (user_id, number_sealed, number_index, country_iso, calling_code, hint, consented_at, code_mark,
    code_expires_at, tries_left)
  values (user_id, number_sealed, number_index, country_iso, calling_code, left(hint, 2), at, code_mark,
    at + interval '10 minutes', 5)
  on conflict on constraint phones_pkey do update
  set number_sealed = excluded.number_sealed, number_index = excluded.number_index, country_iso = excluded.country_iso,
      calling_code = excluded.calling_code, hint = excluded.hint, consented_at = excluded.consented_at,
      code_mark = excluded.code_mark, code_expires_at = excluded.code_expires_at, tries_left = excluded.tries_left,
      blocked_until = null;
  -- The newest code counts alone.
  update phone_messages older
  set code_sealed = null, state = case older.state when 'waiting' then 'failed' else older.state end
  where older.user_id = ask_phone_code.user_id and older.code_sealed is not null and older.state in ('waiting', 'sent');
  insert into phone_messages (user_id, number_index, calling_code, network, channel, code_sealed, made_at, next_at, expires_at)
  values (user_id, number_index, calling_code, left(network, 64), channel, code_sealed, at, at, at + interval '10 minutes');
  return 'sent';
end $$;
revoke all on function ask_phone_code(bigint,bytea,bytea,text,text,text,text,bytea,bytea,text) from public;
grant execute on function ask_phone_code(bigint,bytea,bytea,text,text,text,text,bytea,bytea,text) to parley_web;
