-- What is kept beside all other parts, as lines of JSON; while it is being made.
create or replace function export_others(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id, users.sign_in_country, users.usual_country, users.referred_by
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_others.export_id and waiting.made_at is null
  )
  select made.place, made.line
  from (
    select row_number() over (order by told.kind, told.at, told.name) as place, told.line::text as line
    from (
      select 'appeal' as kind, appeal.written_at as at, restriction.case_number as name, jsonb_build_object(
        'appeal', appeal.words, 'case', restriction.case_number, 'writtenAt', appeal.written_at, 'outcome', appeal.outcome,
        'answer', appeal.answer, 'decidedAt', appeal.decided_at) as line
      from person
      join user_restrictions restriction on restriction.user_id = person.id
      join restriction_appeals appeal on appeal.restriction_id = restriction.id
      union all
      select 'browser', known.seen_at, encode(known.device_hash, 'hex'),
        jsonb_build_object('knownBrowser', encode(known.device_hash, 'hex'), 'seenAt', known.seen_at)
      from person
      join known_devices known on known.user_id = person.id
      union all
      select 'countries', null, '', jsonb_build_object('lastSignInFrom', person.sign_in_country, 'usuallyFrom', person.usual_country)
      from person
      where person.sign_in_country is not null or person.usual_country is not null
      union all
      select 'dispute', opened.opened_at, opened.trade_hash, jsonb_build_object('dispute', opened.body, 'trade', opened.trade_hash,
        'reasonId', opened.reason_id, 'openedAt', opened.opened_at, 'outcome', opened.outcome, 'decidedAt', opened.decided_at)
      from person
      join trades trade on trade.buyer_id = person.id or trade.seller_id = person.id
      join disputes opened on opened.trade_hash = trade.hash
      where opened.opened_by_id = person.id
      union all
      select 'favorite', liked.added_at, offer.hash, jsonb_build_object('favoriteOffer', offer.hash, 'addedAt', liked.added_at)
      from person
      join offer_favorites liked on liked.user_id = person.id
      join offers offer on offer.id = liked.offer_id
      union all
      select 'hold', hold.began_at, hold.id::text, jsonb_build_object('transfersHeld', hold.reason, 'from', hold.began_at,
        'until', hold.ends_at)
      from person
      join send_out_holds hold on hold.user_id = person.id
      union all
      select 'referrer', null, '', jsonb_build_object('referredBy', referrer.username)
      from person
      join users referrer on referrer.id = person.referred_by
    ) as told
  ) as made
  where made.place > export_others.after
  order by made.place
  limit export_others.most
$$;
revoke all on function export_others(bigint,bigint,integer) from public;
grant execute on function export_others(bigint,bigint,integer) to parley_worker;
