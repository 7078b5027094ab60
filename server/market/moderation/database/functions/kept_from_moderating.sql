-- Why these staff may not decide about an offer; null where they may. Staff who may restrict the owner's account may.
create or replace function kept_from_moderating(offer offers, rejection offer_rejections, staff_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when (offer).id is null then 'unknown'
    when (offer).owner_id = staff_id then 'own'
    when may_restrict(staff_id, (offer).owner_id, 'restricted') is not true then 'not_allowed'
    when (offer).moderation = 'no_appeal' then 'over'
    when (rejection).rejected_by = staff_id then 'second_person'
  end
$$;
revoke all on function kept_from_moderating(offers,offer_rejections,bigint) from public;
