-- Hands some of them over, in order: they are gone with the transaction that carries them on, and late ones are dropped.
create or replace function take_factor_codes(most integer) returns TABLE(id bigint, user_id bigint, channel text, code text, about jsonb, sent_code_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel not in ('push', 'telegram')
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
revoke all on function take_factor_codes(integer) from public;
grant execute on function take_factor_codes(integer) to parley_worker;
