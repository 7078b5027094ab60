-- Whether a code by Telegram gets to its user: the bot is at work, a chat is linked, and once one was chosen for codes it is that one.
create or replace function takes_telegram_codes(user_id bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from telegram_chats chat
    join telegram_bot bot on bot.asked_at > market_now() - interval '5 minutes'
    where chat.user_id = takes_telegram_codes.user_id
      and not exists (
        select
        from code_channels chosen
        where chosen.user_id = chat.user_id and chosen.channel = 'telegram' and chosen.confirmed_at is not null
          and chosen.removed_at is null and chosen.address is distinct from code_address(chat.user_id, 'telegram')))
$$;
revoke all on function takes_telegram_codes(bigint) from public;
grant execute on function takes_telegram_codes(bigint) to parley_signer;
