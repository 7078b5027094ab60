-- Features that are there and had no flag: discounts of fees, appeals against disputes, the flow of gift cards, accounts of companies, trading before
-- an identity is verified, and whether stablecoins are listed by price. The database asks some of them itself.
-- Owned by reference/flags, market/offers and people/accounts.

insert into feature_flags (name, percent, initial)
select name, initial, initial
from (values
  ('isFeeDiscountEnabled', 100), ('isDisputeAppealEnabled', 100), ('isGCCSellSectionFlowEnabled', 100), ('isCorporateAccountEnabled', 100),
  ('isBasicVerificationEnabled', 100), ('isPriceBasedStablecoinsSort', 0)) as flag (name, initial);

-- As isAmong and isFlagOn of reference/flags: a person's own row, or their place of a hundred.
create function flag_is_on(name text, person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    theirs.is_on,
    ('x' || encode(substr(sha256(convert_to(flag.name || ':' || person, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % 100 < flag.percent)
  from feature_flags flag
  left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = flag_is_on.person
  where flag.name = flag_is_on.name
$$;
revoke all on function flag_is_on(text, bigint) from public;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    -- Asked of who has a discount, and few have.
    ['fee_bp_of(bigint, int, int, timestamptz)', 'and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)',
     'and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)
        and flag_is_on(''isFeeDiscountEnabled'', fee_bp_of.seller_id)'],
    -- Asked of who has no verified identity yet.
    ['wallet_blocks_of(bigint[])', 'and person.level < 2 and gray ? person.country_iso)',
     'and person.level < 2
        and (gray ? person.country_iso or not flag_is_on(''isBasicVerificationEnabled'', person.id)))']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
