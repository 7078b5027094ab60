-- The parts of the wallet for export_part, which says whose they are.
create or replace function export_wallet_part(person bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case part
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
  end case;
end $$;
revoke all on function export_wallet_part(bigint,text,bigint,integer) from public;
