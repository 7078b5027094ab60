-- Staff ask for a document anew by a proof of just that: what was approved by it, or granted by one administrator, ends until one is
-- approved again. Outcomes: done; not_allowed, as for restrictions; waiting where it is asked for; unproved.
create or replace function demand_verification(user_id bigint, kind text, staff_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300 and exists (select from users where users.id = user_id)) is not true then
    raise exception 'nothing is asked for so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when may_restrict(staff_id, user_id, 'suspended') is not true then 'not_allowed'
    -- A user who is no company has no company papers.
    when kind = 'company' and not exists (
      select from users where users.id = user_id and users.corporate_since is not null) then 'not_allowed'
    when exists (
      select from verification_demands demand
      where demand.user_id = demand_verification.user_id and demand.kind = demand_verification.kind and demand.met_at is null)
      and verification_tries_left(user_id, kind) > 0 then 'waiting'
    when not exists (
      select from spend_proofs(array['staff_demand_verification:' || user_id || ':' || kind], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  -- A user without tries left is asked once more; the new demand replaces the pending one.
  delete from verification_demands demand
  where demand.user_id = demand_verification.user_id and demand.kind = demand_verification.kind and demand.met_at is null;
  insert into verification_demands (user_id, kind, asked_by, asked_at)
  values (user_id, kind, staff_id, at);
  update verifications known
  set status = 'ended'
  where known.user_id = demand_verification.user_id and known.kind = demand_verification.kind and known.status = 'approved';
  -- A video gave no level, and takes none. What two administrators gave above all documents is theirs to take back, and what one has lowered is theirs to lift.
  update users
  set granted_level = null
  where users.id = user_id and kind <> 'video' and users.granted_level <= 2.5 and not users.is_level_lowered;
  perform settle_level(user_id);
  perform add_staff_act(staff_id, 'verification.demand', staff_change_about(user_id, kind), reason, at);
  insert into events (type, subject, payload, at)
  values (
    case when kind = 'company' then 'account.company_asked' else 'account.verification_asked' end, user_id::text, jsonb_build_object('detail', kind || '_document'), at);
end $$;
revoke all on function demand_verification(bigint,text,bigint,text,timestamp with time zone) from public;
grant execute on function demand_verification(bigint,text,bigint,text,timestamp with time zone) to parley_web;
