-- Online payments that nobody answered about in time are declined; a merchant that waits gets that. Returns how many.
create or replace function lapse_card_approvals(most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  late   card_approvals[];
  one    card_approvals;
  lapsed int := 0;
begin
  perform assert_now(at);
  late := array(
    select old from card_approvals old where old.status = 'waiting' and old.expires_at <= at order by old.expires_at limit most);
  perform lock_card_accounts(array(select known.question ->> 'card' from unnest(late) as known));
  foreach one in array late loop
    if one.is_waited then
      perform decide_card_authorizations(jsonb_build_array(one.question), at);
    end if;
    update card_approvals known set status = 'lapsed', answered_at = at where known.id = one.id and known.status = 'waiting';
    lapsed := lapsed + 1;
  end loop;
  return lapsed;
end $$;
revoke all on function lapse_card_approvals(integer,timestamp with time zone) from public;
grant execute on function lapse_card_approvals(integer,timestamp with time zone) to parley_worker;
