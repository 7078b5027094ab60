create or replace function keep_custom_rate() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.custom_rate := (select offer.custom_rate from offers offer where offer.hash = new.offer_hash);
  return new;
end $$;
revoke all on function keep_custom_rate() from public;
