-- Hands some of them over, each with its chat: they are gone with the transaction that carries them on. One that is late, or whose
-- chat is not linked any more as it was when the code was made, is dropped.
create or replace function take_telegram_codes(most integer) returns TABLE(id bigint, user_id bigint, code text, about jsonb, chat_id bigint, sent_code_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel = 'telegram'
      order by waiting.id
      limit take_telegram_codes.most)
    returning *
  ), targets as (
    select taken.id, taken.user_id, taken.code, taken.about, chat.chat_id, taken.sent_code_id
    from taken
    join sent_codes sent on sent.id = taken.sent_code_id and sent.sent_to = code_address(taken.user_id, 'telegram')
    join telegram_chats chat on chat.user_id = taken.user_id
    where taken.made_at > market_now() - interval '5 minutes'
  ), dropped as (
    update sent_codes
    set delivery = 'dropped'
    from taken
    where sent_codes.id = taken.sent_code_id and not exists (select from targets where targets.id = taken.id)
  )
  select targets.id, targets.user_id, targets.code, targets.about, targets.chat_id, targets.sent_code_id
  from targets
  order by targets.id
$$;
revoke all on function take_telegram_codes(integer) from public;
grant execute on function take_telegram_codes(integer) to parley_worker;
