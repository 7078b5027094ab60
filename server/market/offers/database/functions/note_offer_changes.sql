create or replace function note_offer_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  topics text[] := '{}';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    topics := array(
      select unnest(offer_topics(hash, side, crypto, fiat, method_id)) from (select * from added limit 1000) as one);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    topics := topics || array(
      select unnest(offer_topics(hash, side, crypto, fiat, method_id)) from (select * from removed limit 1000) as one);
  end if;
  perform note_page_changes(topics);
  return null;
end $$;
revoke all on function note_offer_changes() from public;
