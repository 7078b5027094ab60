-- A vendor's badge took sales and partners from different addresses, and no fees: 25 small sales between own accounts earned it. It
-- takes counted partners now, as tiers do, but fewer. Owned by people/reputation.

insert into setting_rules (name, shape, initial, takes_two)
values ('badges.vendor_counted_partners', '{"type":"integer","minimum":0,"maximum":1000}', '5', false);

do $$
declare
  made   text := pg_get_functiondef('settle_badges_of_able(bigint[])'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['enough.sales and fact.has_partners as is_vendor', 'enough.sales and fact.has_vendor_weight as is_vendor'],
    ['fact.has_weight, fact.is_restricted,', 'fact.has_weight, fact.has_vendor_weight, fact.is_restricted,'],
    ['decided.has_partners and (decided.has_weight or before.badge = ''vendor'')',
     'case when before.badge = ''vendor'' then decided.has_vendor_weight else decided.has_weight end'],
    ['''badges.counted_partners'') #>> ''{}'')::int as has_weight', '''badges.counted_partners'') #>> ''{}'')::int as has_weight,
        facts.has_partners and coalesce(known.weight_partners, 0)
        >= 1000 * (setting_value(''badges.vendor_counted_partners'') #>> ''{}'')::int as has_vendor_weight']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'badges are decided by another rule: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

-- Vendors are looked at again.
insert into badge_sweeps as sweep (upto)
select 0 where exists (select from user_reputation known where known.is_vendor)
on conflict on constraint badge_sweeps_pkey do update
set upto = 0;
