-- One part of what is kept about whoever asked, as lines of JSON in order of their keys; while it is being made. What is
-- sealed comes sealed. Of conversations a person gets what they wrote: the rest is the other's.
create or replace function export_part(export_id bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person bigint := (
    select waiting.user_id from data_exports waiting where waiting.id = export_part.export_id and waiting.made_at is null);
begin
  if person is null then return; end if;
  case part
    when 'account' then
      return query
        select users.id, (jsonb_build_object(
            'externalId', external_id, 'username', username, 'emailConfirmedAt', email_confirmed_at, 'country', country_iso,
            'locale', locale, 'currency', currency_code, 'timezone', timezone, 'about', bio, 'level', level,
            'nameVisibility', full_name_visibility, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
            'referralCode', referral_code, 'notifyIntervalMinutes', notify_interval_min, 'toursCompleted', tours_completed,
            'email_sealed', encode(email_sealed, 'base64'), 'first_name_sealed', encode(first_name_sealed, 'base64'),
            'last_name_sealed', encode(last_name_sealed, 'base64'), 'birth_date_sealed', encode(birth_date_sealed, 'base64')))::text
        from users
        where users.id = person and users.id > after;
    when 'sessions' then
      return query
        select id, jsonb_build_object('createdAt', created_at, 'seenAt', seen_at, 'endedAt', ended_at,
          'expiresAt', expires_at, 'address', ip, 'browser', user_agent)::text
        from sessions
        where user_id = person and id > after
        order by id
        limit most;
    when 'activity' then
      return query
        select id, jsonb_build_object('kind', kind, 'detail', detail, 'at', at, 'times', times, 'address', ip,
          'browser', user_agent)::text
        from account_activity
        where user_id = person and id > after
        order by id
        limit most;
    when 'factors' then
      return query
        select made.place, made.line
        from (
          select row_number() over (order by made_at, kind, name) as place,
            jsonb_build_object('kind', kind, 'name', name, 'addedAt', made_at)::text as line
          from (
            select 'passkey' as kind, name, made_at from passkeys where user_id = person
            union all
            select 'authenticator app', '', confirmed_at from authenticators where user_id = person and confirmed_at is not null
          ) as factor
        ) as made
        where made.place > after
        order by made.place
        limit most;
    when 'restrictions' then
      return query
        select id, jsonb_build_object('state', state, 'reason', reason_code, 'case', case_number, 'since', since,
          'reviewAt', review_at, 'liftedAt', lifted_at)::text
        from user_restrictions
        where user_id = person and id > after
        order by id
        limit most;
    when 'contacts' then
      return query
        select relation.other_id, jsonb_build_object('username', other.username, 'trusted', relation.is_trusted,
          'blocked', relation.is_blocked, 'changedAt', relation.changed_at)::text
        from user_relations relation
        join users other on other.id = relation.other_id
        where relation.user_id = person and relation.other_id > after
        order by relation.other_id
        limit most;
    when 'offers' then
      return query
        select id, jsonb_build_object('hash', hash, 'side', side, 'coin', crypto, 'currency', fiat, 'terms', terms,
          'instructions', trade_details, 'paymentReference', bank_reference, 'country', payment_country, 'subdivision', payment_subdivision, 'city', payment_city, 'marginBp', margin_bp, 'customRate', custom_rate::text, 'fixedPrice', fixed_price::text,
          'minUnits', min_units::text, 'maxUnits', max_units::text, 'isOn', is_on, 'isSilent', is_silent, 'madeInTrade', chat_hash, 'lockedUntil', special_until,
          'partner', (select partner.username from users partner where partner.id = offers.partner_id), 'createdAt', created_at,
          'updatedAt', updated_at, 'deletedAt', deleted_at)::text
        from offers
        where owner_id = person and id > after
        order by id
        limit most;
    when 'trades' then
      return query
        select trade.id, jsonb_build_object('hash', trade.hash, 'status', trade.status,
          'role', case when trade.buyer_id = person then 'buyer' else 'seller' end, 'partner', partner.username,
          'coin', trade.crypto, 'units', trade.units::text, 'feeUnits', trade.fee_units::text,
          'cashbackUnits', case when trade.starter_id = person then trade.cashback_units::text end,
          'country', trade.payment_country, 'subdivision', trade.payment_subdivision, 'city', trade.payment_city, 'currency', trade.fiat_code,
          'fiatUnits', trade.fiat_units::text, 'price', trade.price, 'customRate', trade.custom_rate::text, 'terms', trade.offer_terms,
          'instructions',
            case when trade.seller_id = person or trade.details_revealed_at is not null then trade.trade_details end,
          'paymentReference',
            case when trade.seller_id = person or trade.details_revealed_at is not null then trade.bank_reference end,
          'startedAt', trade.started_at, 'paidAt', trade.paid_at,
          'releasedAt', trade.released_at, 'endedAt', trade.ended_at)::text
        from trades trade
        join users partner on partner.id = case when trade.buyer_id = person then trade.seller_id else trade.buyer_id end
        where (trade.buyer_id = person or trade.seller_id = person) and trade.id > after
        order by trade.id
        limit most;
    when 'messages' then
      return query
        select message.id, jsonb_build_object('trade', trade.hash, 'at', message.at, 'text', message.body,
          'file', upload.name)::text
        from trades trade
        join chat_messages message on message.trade_id = trade.id
        left join uploads upload on upload.id = message.upload_id
        where (trade.buyer_id = person or trade.seller_id = person) and message.author_id = person and message.id > after
        order by message.id
        limit most;
    when 'feedback' then
      return query
        select given.id, jsonb_build_object('trade', given.trade_hash,
          'direction', case when given.giver_id = person then 'given' else 'received' end, 'rating', given.rating,
          'text', given.message, 'reply', given.reply, 'at', given.created_at)::text
        from feedback given
        where (given.giver_id = person or given.receiver_id = person) and given.id > after
        order by given.id
        limit most;
    when 'addresses' then
      return query
        select id, jsonb_build_object('coin', currency, 'chain', chain, 'address', address, 'createdAt', created_at)::text
        from wallet_addresses
        where user_id = person and id > after
        order by id
        limit most;
    when 'deposits' then
      return query
        select deposit.id, jsonb_build_object('coin', deposit.currency, 'units', deposit.units::text,
          'transaction', deposit.txid, 'address', address.address, 'status', deposit.status,
          'firstSeenAt', deposit.first_seen_at, 'creditedAt', deposit.credited_at)::text
        from wallet_addresses address
        join deposits deposit on deposit.address_id = address.id
        where address.user_id = person and deposit.id > after
        order by deposit.id
        limit most;
    when 'transfers' then
      return query
        select id, jsonb_build_object('coin', currency, 'units', units::text, 'feeUnits', fee_units::text,
          'destination', destination, 'status', status, 'createdAt', created_at, 'endedAt', ended_at)::text
        from send_outs
        where user_id = person and id > after
        order by id
        limit most;
    when 'conversions' then
      return query
        select quote.id, jsonb_build_object('from', quote.from_currency, 'fromUnits', quote.from_units::text,
          'to', quote.to_currency, 'toUnits', quote.to_units::text, 'at', conversion.created_at)::text
        from conversions conversion
        join conversion_quotes quote on quote.id = conversion.quote_id
        where conversion.user_id = person and quote.id > after
        order by quote.id
        limit most;
    when 'ledger' then
      return query
        select posting.id, jsonb_build_object('kind', journal.kind, 'subject', journal.subject, 'at', journal.at,
          'from', source.name, 'to', target.name, 'coin', posting.currency, 'units', posting.units::text)::text
        from (
          select posting_of.id
          from ledger_accounts mine
          cross join lateral (
            (select one.id from postings one where one.from_account = mine.id and one.id > after order by one.id limit most)
            union
            (select one.id from postings one where one.to_account = mine.id and one.id > after order by one.id limit most)
          ) as posting_of
          where mine.name = any (array(
            select format('user:%s:%s:%s', person, coin, purpose)
            from unnest('{BTC,ETH,USDT}'::text[]) as coin, unnest('{available,held,bond}'::text[]) as purpose))
          group by posting_of.id
          order by posting_of.id
          limit most
        ) as wanted
        join postings posting on posting.id = wanted.id
        join journals journal on journal.id = posting.journal_id
        join ledger_accounts source on source.id = posting.from_account
        join ledger_accounts target on target.id = posting.to_account
        order by posting.id;
    when 'notifications' then
      return query
        select id, jsonb_build_object('kind', kind, 'subject', subject, 'at', at, 'readAt', read_at)::text
        from notifications
        where user_id = person and id > after
        order by id
        limit most;
    when 'closing' then
      return query
        select id, jsonb_build_object('reason', reason, 'askedAt', asked_at, 'dueAt', due_at,
          'withdrawnAt', withdrawn_at)::text
        from account_closures
        where user_id = person and id > after
        order by id
        limit most;
    else
      raise exception 'no such part: %', part using errcode = 'check_violation';
  end case;
end $$;
revoke all on function export_part(bigint,text,bigint,integer) from public;
grant execute on function export_part(bigint,text,bigint,integer) to parley_worker;
