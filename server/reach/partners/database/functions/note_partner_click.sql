-- Counts a visit by a link; nothing of a code that no account has.
create or replace function note_partner_click(code text, country text, at timestamp with time zone) returns void
language sql security definer set search_path = public, pg_temp as $$
  select assert_now(note_partner_click.at);
  insert into partner_clicks as seen (code, day, country, clicks)
  select owner.referral_code, (note_partner_click.at at time zone 'UTC')::date, note_partner_click.country, 1
  from users owner
  where owner.referral_code = note_partner_click.code
  on conflict on constraint partner_clicks_pkey do update
  set clicks = seen.clicks + 1
$$;
revoke all on function note_partner_click(text,text,timestamp with time zone) from public;
grant execute on function note_partner_click(text,text,timestamp with time zone) to parley_web;
