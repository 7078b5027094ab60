create or replace function give_cashback(user_id bigint, detail text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  chosen offers := lock_moderated(split_part(detail, ':', 1));
begin
  if cashback_fault(give_cashback.user_id, give_cashback.detail, give_cashback.at) is not null then return false; end if;
  update offers
  set cashback_bp = split_part(give_cashback.detail, ':', 2)::int,
      cashback_max_cents = split_part(give_cashback.detail, ':', 3)::int
  where offers.id = chosen.id;
  return true;
end $$;
revoke all on function give_cashback(bigint,text,timestamp with time zone) from public;
