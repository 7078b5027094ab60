-- Makes a card of a user, who has an account from the first on. An issuer that has the numbers gets it from a worker, and knows the user by the
-- address that came along or before. The outcome: made; too_many; program_over; address where there is none; or why this user may not.
create or replace function make_card(card jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted   cards;
  is_house boolean;
  address  bytea := (card ->> 'address_sealed')::bytea;
  answer   text;
begin
  perform assert_now(at);
  wanted := jsonb_populate_record(null::cards, card);
  is_house := wanted.issuer = 'house_issuer';
  insert into card_accounts (user_id, opened_at) values (wanted.user_id, at) on conflict do nothing;
  perform from card_accounts account where account.user_id = wanted.user_id for no key update;
  answer := coalesce(
    case when card_program_over() then 'program_over' end,
    kept_from_ordering(wanted.user_id),
    case when (
      select count(*) from cards mine where mine.user_id = wanted.user_id and mine.status <> 'terminated'
    ) >= (setting_value('cards.most_open') #>> '{}')::int then 'too_many' end,
    case when not is_house and address is null and not exists (
      select from card_holders holder
      where holder.user_id = wanted.user_id and holder.issuer = wanted.issuer and length(holder.address_sealed) > 0) then 'address' end);
  if answer is not null then return answer; end if;
  if not is_house and address is not null then
    insert into card_holders as known (user_id, issuer, address_sealed, given_at) values (wanted.user_id, wanted.issuer, address, at)
    on conflict on constraint card_holders_pkey do update
    set address_sealed = excluded.address_sealed, given_at = excluded.given_at
    where known.issuer_ref is null;
  end if;
  insert into cards
    (hash, user_id, label, last4, number_sealed, number_index, expires_on, payment_limit, day_limit, month_limit, closed_groups, is_single_use, created_at,
     issuer, sent_version, send_at)
  values
    (wanted.hash, wanted.user_id, wanted.label, wanted.last4, wanted.number_sealed, wanted.number_index, (at at time zone 'UTC')::date + 1095,
     wanted.payment_limit, wanted.day_limit, wanted.month_limit, wanted.closed_groups, wanted.is_single_use, at,
     wanted.issuer, is_house::int, at);
  return 'made';
end $$;
revoke all on function make_card(jsonb,timestamp with time zone) from public;
grant execute on function make_card(jsonb,timestamp with time zone) to parley_web;
