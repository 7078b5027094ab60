-- Before a planned order is sent to its venue: it counts as sent from here on, whatever happens. Outcomes: begun; refused with its reason in the row;
-- gone where it is not planned.
create or replace function begin_venue_order(external_ref text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  planned house_orders;
  reason  text;
begin
  perform assert_now(at);
  select one.* into planned
  from house_orders one
  where one.external_ref = begin_venue_order.external_ref and one.venue <> 'spot' and one.status = 'planned'
  for update;
  if planned.id is null then return 'gone'; end if;
  reason := coalesce(
    house_order_hold(planned.venue, at),
    case
      when planned.planned_at < at - interval '1 minute' then 'late'
      when not exists (select from house_advice advised where advised.id = planned.advice_id and advised.status = 'open') then 'none'
    end);
  if reason is not null then
    update house_orders one set status = 'refused', why = reason, ended_at = at where one.id = planned.id;
    return 'refused';
  end if;
  update house_orders one set status = 'placed', submitted_at = at where one.id = planned.id;
  return 'begun';
end $$;
revoke all on function begin_venue_order(text,timestamp with time zone) from public;
grant execute on function begin_venue_order(text,timestamp with time zone) to parley_worker;
