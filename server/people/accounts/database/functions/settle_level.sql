-- The level that documents and a confirmed phone give, and whether the user is identified.
create or replace function settle_level(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  approved text[];
begin
  -- Approvals are read under the lock of the user.
  perform from users where users.id = settle_level.user_id for update;
  approved := array(
    select known.kind from verifications known
    where known.user_id = settle_level.user_id and known.status = 'approved');
  update users
  set verified_level = case
    -- Two reviewers have gone through its registration, owners and address: that is the enhanced diligence of level 3.
    when 'company' = any (approved) and 'id' = any (approved) then 3
    when 'id' = any (approved) and 'address' = any (approved) then 2.5
    when 'id' = any (approved) then 2
    when has_confirmed_phone(users.id) then 1.5
  end,
    is_identified = 'id' = any (approved) and 'address' = any (approved) and has_confirmed_phone(users.id)
  where users.id = settle_level.user_id;
end $$;
revoke all on function settle_level(bigint) from public;
