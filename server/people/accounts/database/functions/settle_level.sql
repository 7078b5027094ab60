-- The level that documents and a confirmed phone give, as they stand, and whether somebody is identified.
create or replace function settle_level(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  stands text[];
begin
  -- What stands is read when nobody else settles it.
  perform from users where users.id = settle_level.user_id for update;
  stands := array(
    select known.kind from verifications known
    where known.user_id = settle_level.user_id and known.status = 'approved');
  update users
  set verified_level = case
    -- Two reviewers have gone through its registration, owners and address: that is the enhanced diligence of level 3.
    when 'company' = any (stands) and 'id' = any (stands) then 3
    when 'id' = any (stands) and 'address' = any (stands) then 2.5
    when 'id' = any (stands) then 2
    when has_confirmed_phone(users.id) then 1.5
  end,
    is_identified = 'id' = any (stands) and 'address' = any (stands) and has_confirmed_phone(users.id)
  where users.id = settle_level.user_id;
end $$;
revoke all on function settle_level(bigint) from public;
