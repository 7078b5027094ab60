-- A user asks the desk for a price. Locks the user. Outcomes: asked; many where as many wait as may.
create or replace function ask_otc(person bigint, hash text, side text, crypto text, fiat text, units bigint, methods integer[], note text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users one where one.id = person for no key update;
  if (select count(*) from otc_requests live where live.user_id = person and live.status in ('open', 'asked', 'quoted'))
    >= (setting_value('otc.most_open') #>> '{}')::int then
    return 'many';
  end if;
  insert into otc_requests (hash, user_id, side, crypto, fiat, units, method_ids, note, status, asked_at, changed_at)
  values (hash, person, side, crypto, fiat, units, methods, note, 'open', at, at);
  return 'asked';
end $$;
revoke all on function ask_otc(bigint,text,text,text,text,bigint,integer[],text,timestamp with time zone) from public;
grant execute on function ask_otc(bigint,text,text,text,text,bigint,integer[],text,timestamp with time zone) to parley_web;
