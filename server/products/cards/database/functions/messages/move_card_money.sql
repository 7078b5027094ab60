-- Posts one movement of a user's card money of this kind about this subject; false where nothing is to be moved. Fails where it was posted before, or
-- is not covered.
create or replace function move_card_money(kind text, subject text, from_name text, to_name text, units bigint, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  if units = 0 then return false; end if;
  if (post_each(array[kind], array[subject], at, array[1], array[from_name], array[to_name], array[units]))[1] <> 'posted' then
    raise exception '% of % was not posted', kind, subject using errcode = 'check_violation';
  end if;
  return true;
end $$;
revoke all on function move_card_money(text,text,text,text,bigint,timestamp with time zone) from public;
