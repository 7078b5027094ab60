-- Whom the market gave a user's name, birth date and address, so that it makes their cards.
create or replace function own_data_card_holders(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select numbered.place, jsonb_build_object('user', numbered.user_id::text, 'issuer', numbered.issuer, 'givenAt', numbered.given_at,
    'given', jsonb_build_array('name', 'birthDate', 'address'), 'address_sealed', encode(numbered.address_sealed, 'base64'))::text
  from (
    select row_number() over (order by holder.issuer) as place, holder.*
    from card_holders holder
    where holder.user_id = person
  ) as numbered
  where numbered.place > after
  order by numbered.place
  limit most
$$;
revoke all on function own_data_card_holders(bigint,bigint,integer) from public;
