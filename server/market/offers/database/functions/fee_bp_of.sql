-- Hundredths of a percent that a user pays when selling by a method at that time; `manual_bp` is what was chosen for an offer of theirs,
-- which counts for as long as they are an expert trader. Null for a method that nobody knows.
create or replace function fee_bp_of(seller_id bigint, method_id integer, manual_bp integer, at timestamp with time zone) returns integer
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  base constant int := base_fee_bp(method_id);
  perk_bp int;
begin
  if base is null then return null; end if;
  perk_bp := (
    select min(perk.fee_bp)
    from offer_perks perk
    where perk.user_id = fee_bp_of.seller_id and perk.method_id in (0, fee_bp_of.method_id)
      and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)
  );
  -- Most users have none, and a flag costs more than all of this.
  if perk_bp is not null and not flag_is_on('isFeeDiscountEnabled', fee_bp_of.seller_id) then perk_bp := null; end if;
  return least(
    base,
    perk_bp,
    case when manual_bp is not null then (
      select greatest(fee_bp_of.manual_bp, least_manual_fee_bp(fee_bp_of.method_id))
      from user_reputation known
      where known.user_id = fee_bp_of.seller_id and known.tier = 'expert_trader'
    ) end);
end $$;
revoke all on function fee_bp_of(bigint,integer,integer,timestamp with time zone) from public;
grant execute on function fee_bp_of(bigint,integer,integer,timestamp with time zone) to parley_web, parley_worker;
