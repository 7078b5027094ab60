-- The lines of the journals of these steps of escrow, in their order; null steps have none.
create or replace function escrow_lines(trade_ids bigint[], currencies text[], amounts bigint[], fees bigint[], buyers bigint[], sellers bigint[], steps text[], shares bigint[], out line_journals integer[], out from_names text[], out to_names text[], out line_units bigint[])
language plpgsql set search_path = public, pg_temp as $$
begin
  -- The first part of each journal is what is locked, paid or given back; the second one the operator's fee of what is paid;
  -- the third one whatever a split leaves: so its parts are the whole.
  select array_agg(line.journal), array_agg(line.from_name), array_agg(line.to_name), array_agg(line.units)
  into line_journals, from_names, to_names, line_units
  from (
    select one.journal,
      case one.step when 'lock' then available_account(one.seller, one.currency) else escrow_account(one.id, one.currency) end
        as from_name,
      case
        when part.number = 2 then 'house:' || one.currency || ':fees'
        when one.step = 'lock' then escrow_account(one.id, one.currency)
        when part.number = 1 and one.step in ('release', 'split') then available_account(one.buyer, one.currency)
        else available_account(one.seller, one.currency)
      end as to_name,
      case
        when part.number = 2 then one.due
        when part.number = 3 then one.amount + one.fee - one.share - one.due
        when one.step = 'release' then one.amount
        when one.step = 'split' then one.share
        else one.amount + one.fee
      end as units
    from (
      select row_number() over (order by listed.place) as journal, listed.*,
        case listed.step
          when 'release' then listed.fee
          when 'split' then fee_of_share(listed.amount, listed.fee, listed.share)
          else 0
        end as due
      from unnest(trade_ids, currencies, amounts, fees, buyers, sellers, steps, shares) with ordinality
        as listed (id, currency, amount, fee, buyer, seller, step, share, place)
      where listed.step is not null
    ) as one
    join generate_series(1, 3) as part (number)
      on part.number = 1 or (part.number = 2 and one.due > 0) or (part.number = 3 and one.step = 'split')
    order by one.journal, part.number
  ) as line;
end $$;
revoke all on function escrow_lines(bigint[],text[],bigint[],bigint[],bigint[],bigint[],text[],bigint[]) from public;
