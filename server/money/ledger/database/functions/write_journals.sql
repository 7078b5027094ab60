-- Writes the journals that have an id, with their lines, and what they change of the balances. `from_at` and `to_at` say where in `ids` the
-- accounts of a line are.
create or replace function write_journals(new_ids bigint[], kinds text[], subjects text[], at timestamp with time zone, line_journals integer[], from_at integer[], to_at integer[], currencies text[], units bigint[], ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into journals (id, kind, subject, at) overriding system value
  select new_ids[place], kinds[place], subjects[place], write_journals.at
  from generate_series(1, cardinality(kinds)) as place
  where new_ids[place] is not null
  order by place;
  insert into postings (journal_id, from_account, to_account, currency, units)
  select new_ids[one.journal], ids[from_at[one.ordinal]], ids[to_at[one.ordinal]],
         currencies[one.ordinal], one.units
  from unnest(line_journals, write_journals.units) with ordinality as one (journal, units, ordinal)
  where new_ids[one.journal] is not null
  order by one.ordinal;

  update ledger_accounts account
  set balance_units = account.balance_units + net.units
  from (
    select place, sum(delta)::bigint as units
    from (
      select to_at[ordinal] as place, one.units as delta
      from unnest(line_journals, write_journals.units) with ordinality as one (journal, units, ordinal)
      where new_ids[one.journal] is not null
      union all
      select from_at[ordinal], -one.units
      from unnest(line_journals, write_journals.units) with ordinality as one (journal, units, ordinal)
      where new_ids[one.journal] is not null
    ) as moves
    group by place
  ) as net
  where account.id = ids[net.place] and net.units <> 0;
end $$;
revoke all on function write_journals(bigint[],text[],text[],timestamp with time zone,integer[],integer[],integer[],text[],bigint[],bigint[]) from public;
