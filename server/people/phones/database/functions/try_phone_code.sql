-- Compares: 'confirmed', 'wrong:<tries left>', 'blocked:<time>', 'expired', or 'taken' where another account has the number.
create or replace function try_phone_code(user_id bigint, code_mark bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  known phones;
begin
  select * into known from phones where phones.user_id = try_phone_code.user_id for update;
  at := market_now();
  if known.confirmed_at is not null then return 'confirmed'; end if;
  if known.blocked_until > at then
    return 'blocked:' || to_char(known.blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  if known.code_mark is null or known.code_expires_at <= at or known.tries_left <= 0 then return 'expired'; end if;
  if known.code_mark <> try_phone_code.code_mark then
    update phones
    set tries_left = known.tries_left - 1,
        blocked_until = case when known.tries_left = 1 then at + interval '15 minutes' end,
        code_mark = case when known.tries_left > 1 then known.code_mark end
    where phones.user_id = try_phone_code.user_id;
    if known.tries_left = 1 then
      return 'blocked:' || to_char((at + interval '15 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    end if;
    return 'wrong:' || known.tries_left - 1;
  end if;
  begin
    update phones
    set confirmed_at = at, code_mark = null, code_expires_at = null, tries_left = 0
    where phones.user_id = try_phone_code.user_id;
  exception when unique_violation then
    return 'taken';
  end;
  update phone_messages message
  set state = 'right', next_at = at
  where message.user_id = try_phone_code.user_id and message.state in ('waiting', 'sent')
    and message.code_sealed is not null;
  perform note_activity(user_id, 'phone_confirmed', '');
  insert into events (type, subject, payload, at)
  values ('account.phone_confirmed', user_id::text,
    jsonb_build_object('detail', '+' || known.calling_code || ' … ' || known.hint), at);
  return 'confirmed';
end $$;
revoke all on function try_phone_code(bigint,bytea) from public;
grant execute on function try_phone_code(bigint,bytea) to parley_web;
