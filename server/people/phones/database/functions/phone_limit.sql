-- The messages of a day that count against each limit; null where one more may go, else when the next may.
create or replace function phone_limit(user_id bigint, number_index bytea, calling_code text, network text) returns timestamp with time zone
language sql stable set search_path = public, pg_temp as $$
  select max(full_since.made_at + bound.span)
  from (values
    ('user', 1, interval '1 minute'), ('user', 6, interval '1 day'),
    ('number', 1, interval '1 minute'), ('number', 6, interval '1 day'),
    ('network', 20, interval '1 day'),
    ('country', 200, interval '1 hour'), ('market', 1000, interval '1 hour')
  ) as bound (subject, most, span)
  cross join lateral (
    select message.made_at
    from phone_messages message
    where message.made_at > market_now() - bound.span and message.about is null
      and case bound.subject
        when 'user' then message.user_id = phone_limit.user_id
        when 'number' then message.number_index = phone_limit.number_index
        when 'network' then message.network = phone_limit.network
        when 'country' then message.calling_code = phone_limit.calling_code
        else true
      end
    order by message.made_at desc
    offset bound.most - 1
    limit 1
  ) as full_since
$$;
revoke all on function phone_limit(bigint,bytea,text,text) from public;
