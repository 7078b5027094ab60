-- Why it is not given; null where it may be.
create or replace function cashback_fault(user_id bigint, detail text, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when (offer.featured_until > cashback_fault.at) is not true then 'not_featured'
    when split_part(cashback_fault.detail, ':', 2)::int > offer.fee_bp / 2 then 'above_fee'
  end
  from (values (split_part(cashback_fault.detail, ':', 1))) as wanted (hash)
  left join offers offer on offer.hash = wanted.hash and offer.owner_id = cashback_fault.user_id and offer.deleted_at is null
$$;
revoke all on function cashback_fault(bigint,text,timestamp with time zone) from public;
