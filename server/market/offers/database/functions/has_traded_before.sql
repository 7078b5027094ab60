-- An account of 30 days with whom three others completed a trade.
create or replace function has_traded_before(person_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from users person
    join partner_counts partner on partner.user_id = person.id
    where person.id = has_traded_before.person_id and partner.successful >= 3
      and person.created_at <= market_now() - interval '30 days')
$$;
revoke all on function has_traded_before(bigint) from public;
