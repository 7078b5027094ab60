-- A text or a call with a code of the signer's, to the confirmed number: false without one, and beyond the limits of a day.
create or replace function write_factor_text(user_id bigint, channel text, code_sealed bytea, about text, sent_code_id bigint) returns boolean
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
revoke all on function write_factor_text(bigint,text,bytea,text,bigint) from public;
grant execute on function write_factor_text(bigint,text,bytea,text,bigint) to parley_worker;
