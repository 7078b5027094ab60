-- Notes offers that become active, or change their terms or price while they are. Without a search that alerts, nothing.
create or replace function note_offer_arrivals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from saved_searches where has_alert) then return null; end if;
  if tg_op = 'INSERT' then
    insert into offer_arrivals (offer_id, at) select id, market_now() from added where active order by id;
  else
    insert into offer_arrivals (offer_id, at)
    select added.id, market_now()
    from added
    join removed on removed.id = added.id
    where added.active and (not removed.active or added.revision <> removed.revision)
    order by added.id;
  end if;
  return null;
end $$;
revoke all on function note_offer_arrivals() from public;
