-- Both go on talking for some days after a trade that went well, for a receipt or a thank you, and not for ever. Owned by market/chat.

insert into setting_rules (name, shape, initial, takes_two) values
  ('chat.completed_days', '{"type":"integer","minimum":0,"maximum":365}', '7', true);

-- Whether a trade that ended then ended longer ago than both go on talking.
create function talk_is_over(ended_at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select ended_at <= kept_since('chat.completed_days', 7, 'day')
$$;
revoke all on function talk_is_over(timestamptz) from public;
grant execute on function talk_is_over(timestamptz) to parley_web, parley_worker;

create or replace view conversations as
select id, hash as ref, buyer_id, seller_id, status, was_ever_paid, crypto, units, fee_units, buyer_share_units,
  coalesce(ended_at <= (select mark.up_to from retention_marks mark where mark.what = 'conversations'), false) as is_erased,
  flow_type, case when ended_at is null then false else talk_is_over(ended_at) end as is_talk_over
from trades;
