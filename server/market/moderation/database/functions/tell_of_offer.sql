-- `why` is the reason that the owner reads.
create or replace function tell_of_offer(type text, offer offers, why text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    tell_of_offer.type, (offer).owner_id::text,
    jsonb_build_object('detail', (offer).hash, 'offerWhy', tell_of_offer.why), tell_of_offer.at)
$$;
revoke all on function tell_of_offer(text,offers,text,timestamp with time zone) from public;
