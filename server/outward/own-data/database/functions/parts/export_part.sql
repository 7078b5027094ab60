-- One part of what is kept about whoever asked, as lines of JSON in order of their keys; while it is being made. What is
-- sealed comes sealed. Of conversations a person gets what they wrote: the rest is the other's.
create or replace function export_part(export_id bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person bigint := (
    select waiting.user_id from data_exports waiting where waiting.id = export_part.export_id and waiting.made_at is null);
begin
  if person is null then return; end if;
  case
    when part in ('account', 'factors', 'restrictions', 'contacts', 'closing') then
      return query select made.key, made.line from export_person_part(person, part, after, most) as made;
    when part in ('sessions', 'activity', 'notifications') then
      return query select made.key, made.line from export_visits_part(person, part, after, most) as made;
    when part in ('offers', 'trades', 'messages', 'feedback') then
      return query select made.key, made.line from export_market_part(person, part, after, most) as made;
    when part in ('addresses', 'deposits', 'transfers', 'conversions', 'ledger') then
      return query select made.key, made.line from export_wallet_part(person, part, after, most) as made;
    else
      raise exception 'no such part: %', part using errcode = 'check_violation';
  end case;
end $$;
revoke all on function export_part(bigint,text,bigint,integer) from public;
grant execute on function export_part(bigint,text,bigint,integer) to parley_worker;
