-- Notes the fees of products that the ledger booked of referred users since the last look. `sources` and `kinds` say, at the same place, which
-- function knows whose the journals of a kind are: (journal_ids) gives journal_id, person_id, currency (null: of any), subject, volume_units, due_at.
-- The first look only begins: fees from before it are not shared. Returns how many fees it noted. A journal that commits late is found by the next look, whatever its number.
create or replace function note_product_fees(sources text[], kinds text[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  mark   product_fees_mark;
  seen   pg_snapshot;
  source text;
  fees   bigint[];
  whose  bigint[];
  noted  int := 0;
  more   int;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(sources), cardinality(kinds));
  select known.* into mark from product_fees_mark known for update;
  seen := pg_current_snapshot();
  if mark.since is null then
    insert into product_fees_mark (snapshot, system_identifier, since)
    select seen, here.system_identifier, at from pg_control_system() here;
    return 0;
  end if;
  fees := array(select account.id from ledger_accounts account where account.name ~ '^house:[A-Z]+:fees_[a-z]+$');
  foreach source in array array(select distinct named from unnest(sources) as named order by named) loop
    whose := fee_journals(
      array(select listed.kind from unnest(sources, kinds) as listed (source, kind) where listed.source = source), fees, mark);
    if whose = '{}' then continue; end if;
    execute format($sql$
      insert into product_fees (journal_id, person_id, subject, purpose, currency, units, volume_units, at, due_at)
      select journal.id, origin.person_id, origin.subject, split_part(booked.name, ':', 3), booked.currency, booked.units,
        origin.volume_units, journal.at, origin.due_at
      from %I($1) origin
      join journals journal on journal.id = origin.journal_id
      cross join lateral (
        select fees.name, fees.currency,
          sum(case when fees.id = posting.to_account then posting.units else -posting.units end)::bigint as units
        from postings posting
        join ledger_accounts fees on fees.id = any ($2) and fees.id in (posting.to_account, posting.from_account)
        where posting.journal_id = journal.id
        group by fees.name, fees.currency) as booked
      join referrals came on came.user_id = origin.person_id and came.tier1 is not null
        and journal.at >= came.at and journal.at < came.ends_at
      where booked.units <> 0 and (origin.currency is null or origin.currency = booked.currency)
      on conflict do nothing$sql$, source) using whose, fees;
    get diagnostics more = row_count;
    noted := noted + more;
  end loop;
  update product_fees_mark
  set snapshot = seen, system_identifier = here.system_identifier
  from pg_control_system() here;
  return noted;
end $$;
revoke all on function note_product_fees(text[],text[],timestamp with time zone) from public;
grant execute on function note_product_fees(text[],text[],timestamp with time zone) to parley_worker;
