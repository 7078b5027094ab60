-- Once more of its kind, or the first of it; of too many kinds of a source in a day the rest is one.
create or replace function note_error(source text, place text, mark text, message text, stack text, release text, request_id text, times integer, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if times not between 1 and 1000000 then
    raise exception 'no error happened % times', times using errcode = 'check_violation';
  end if;
  if not exists (select from error_kinds known where known.mark = note_error.mark)
    and (
      select count(*) from error_kinds known
      where known.source = note_error.source and known.first_at > at - interval '1 day') >= 500 then
    place := '';
    message := 'more kinds of errors than are kept in a day';
    stack := null;
    mark := encode(sha256(convert_to(source || message, 'utf8')), 'hex');
  end if;
  insert into error_kinds as known (source, place, mark, message, stack, release, request_id, times, first_at, last_at)
  values (source, place, mark, message, stack, release, request_id, times, at, at)
  on conflict on constraint error_kinds_mark_key do update
  set message = excluded.message, stack = excluded.stack, release = excluded.release, request_id = excluded.request_id,
      times = known.times + excluded.times, last_at = excluded.last_at, resolved_by = null, resolved_at = null;
end $$;
revoke all on function note_error(text,text,text,text,text,text,text,integer,timestamp with time zone) from public;
grant execute on function note_error(text,text,text,text,text,text,text,integer,timestamp with time zone) to parley_chain, parley_lightning, parley_market, parley_web, parley_worker;
