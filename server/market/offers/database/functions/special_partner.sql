-- The other side of this trade of the owner's, or of this conversation where the other side has answered, if it is the named user and
-- neither has blocked the other.
create or replace function special_partner(owner_id bigint, chat_hash text, username text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select person.id
  from (
    select case special_partner.owner_id when trade.buyer_id then trade.seller_id when trade.seller_id then trade.buyer_id end as id
    from trades trade
    where trade.hash = special_partner.chat_hash
    union all
    select case special_partner.owner_id when direct.low_id then direct.high_id when direct.high_id then direct.low_id end
    from direct_conversations direct
    where direct.hash = special_partner.chat_hash and direct.is_answered and direct.closed_at is null
  ) as partner
  join users person on person.id = partner.id
  where lower(person.username) = lower(special_partner.username)
    and not exists (
      select
      from user_relations rel
      where rel.is_blocked
        and ((rel.user_id = special_partner.owner_id and rel.other_id = person.id)
          or (rel.user_id = person.id and rel.other_id = special_partner.owner_id)))
$$;
revoke all on function special_partner(bigint,text,text) from public;
grant execute on function special_partner(bigint,text,text) to parley_web, parley_worker;
