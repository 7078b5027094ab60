-- Offers of whoever has to show something first, and of a closed country, were told as those of a restricted account, with no way out.
-- Each has a reason of its own. Owned by market/offers.

do $$
declare
  said constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'offers_hold_check');
  after constant text := '''restricted''::text';
begin
  if said is null or strpos(said, after) = 0 then raise exception 'offers_hold_check does not say: %', after; end if;
  alter table offers drop constraint offers_hold_check;
  execute 'alter table offers add constraint offers_hold_check '
    || replace(said, after, after || ', ''identity''::text, ''place''::text');
end $$;

update offers
set hold = case when 'BLOCKED_IN_LOCATION' = any (blocked.reasons) then 'place' else 'identity' end
from wallet_blocks_of(array(select distinct owner_id from offers where hold = 'restricted')) blocked
where offers.owner_id = blocked.user_id and offers.hold = 'restricted' and blocked.reasons <> '{}'
  and not exists (
    select from user_restrictions restriction
    where restriction.user_id = offers.owner_id and restriction.lifted_at is null);
