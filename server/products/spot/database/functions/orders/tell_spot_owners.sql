-- Sends the message `spot.orders` to the live channels of these users: something about their orders changed.
create or replace function tell_spot_owners(user_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  channels text[] := array(
    select 'user:' || owner.external_id
    from users owner
    where owner.id = any (user_ids)
    order by 1);
begin
  with numbered as (
    insert into live_channels as known (name, last_seq)
    select one.name, 1
    from unnest(channels) as one (name)
    order by one.name
    on conflict (name) do update set last_seq = known.last_seq + 1
    returning name, last_seq
  )
  insert into live_messages (channel, seq, body)
  select numbered.name, numbered.last_seq, '{"type":"spot.orders"}'
  from numbered;
  perform ring('live', string_agg(noted.name, e'\n'))
  from (select one.name, (one.place - 1) / 100 as part from unnest(channels) with ordinality as one (name, place)) as noted
  group by noted.part;
end $$;
revoke all on function tell_spot_owners(bigint[]) from public;
