-- The owner appeals against a rejection, once. Notifies the staff who may decide, at most fifty. Outcomes: done; unknown;
-- over where the offer is not rejected; appealed before.
create or replace function appeal_offer(hash text, owner_id bigint, words text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  judged    offers;
  rejection offer_rejections;
begin
  perform assert_now(at);
  judged := lock_moderated(appeal_offer.hash);
  select one.* into rejection from offer_rejections one where one.offer_id = judged.id order by one.id desc limit 1;
  outcome := case
    when judged.id is null or judged.owner_id <> appeal_offer.owner_id then 'unknown'
    when judged.moderation = 'approved' or rejection.id is null then 'over'
    when rejection.words is not null then 'appealed'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update offer_rejections
  set words = appeal_offer.words, appealed_at = appeal_offer.at
  where id = rejection.id;
  update offers set moderation = 'appealed' where id = judged.id;
  insert into events (type, subject, payload, at)
  select 'staff.offer_appealed', judge.user_id::text, jsonb_build_object('detail', judged.hash), appeal_offer.at
  from (
    select distinct granted.user_id
    from user_roles granted
    where granted.user_id <> rejection.rejected_by and may_restrict(granted.user_id, judged.owner_id, 'restricted')
    order by granted.user_id
    limit 50) as judge;
end $$;
revoke all on function appeal_offer(text,bigint,text,timestamp with time zone) from public;
grant execute on function appeal_offer(text,bigint,text,timestamp with time zone) to parley_web;
