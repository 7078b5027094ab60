-- Posts a network cost of the operator: first from its reserve, then from its own coins, then as a loss.
create or replace function post_network_cost(kind text, subject text, currency text, units bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  answer text;
begin
  if coalesce(units, 0) = 0 then return; end if;
  foreach answer in array array['network', 'inventory', 'loss'] loop
    answer := (post_each(array[kind], array[subject], at, array[1],
      array['house:' || currency || ':' || answer], array['outside:' || currency || ':chain'], array[units]))[1];
    exit when answer <> 'insufficient';
  end loop;
  if answer <> 'posted' then
    raise exception '% of % was posted before', kind, subject using errcode = 'unique_violation';
  end if;
end $$;
revoke all on function post_network_cost(text,text,text,bigint,timestamp with time zone) from public;
