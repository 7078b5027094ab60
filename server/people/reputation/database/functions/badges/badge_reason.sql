-- The reason of a change: for a badge that was given what it rests on, for one that was lost the first missing condition. The
-- number of partners is never shown.
create or replace function badge_reason(before text, badge text, given text, facts jsonb, bounds jsonb, OUT why text, OUT has integer, OUT needs integer) returns record
language plpgsql immutable as $$
declare
  is_gain boolean := badge_rank(badge) > badge_rank(before);
  of_what text    := case when is_gain then badge else before end;
  counted text    := case when of_what = 'vendor' then 'sales' else 'trades' end;
  asked   int     := (bounds ->> case of_what when 'vendor' then 'vendor' when 'power_trader' then 'power' else 'expert' end)::int;
begin
  why := case
    when (facts ->> 'is_restricted')::boolean then 'restricted'
    when is_gain and given = badge then 'staff'
    when not is_gain and before in ('operator', 'ceo', 'ambassador') then 'staff'
    when is_gain then counted
    when not (facts ->> 'has_id')::boolean then 'id'
    when before <> 'vendor' and not (facts ->> 'has_address')::boolean then 'address'
    when before <> 'vendor' and not (facts ->> 'is_old')::boolean then 'account_days'
    when not (facts ->> 'has_partners')::boolean and (facts ->> counted)::int >= asked then 'partners'
    else counted
  end;
  if why in ('trades', 'sales') then
    has := (facts ->> why)::int;
    needs := asked;
  end if;
end $$;
revoke all on function badge_reason(text,text,text,jsonb,jsonb) from public;
