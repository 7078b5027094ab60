-- A user asks for an invoice, or a payer at their address, who was shown what has the hash; the Lightning process has it made. The outcome: asked, on_hold, restricted, too_many open ones, halted:<name>.
create or replace function ask_lightning_invoice(hash text, user_id bigint, msat bigint, memo text, seconds integer, description_hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept text;
begin
  perform assert_now(at);
  if (seconds between 60 and 86400) is not true then raise exception 'an invoice of % seconds', seconds using errcode = 'check_violation'; end if;
  perform from users person where person.id = user_id for no key update;
  kept := coalesce(
    'halted:' || standing_halt(array['lightning_in', 'ledger', 'coin_BTC']),
    case when (
      select count(*) from ln_invoices mine
      where mine.user_id = ask_lightning_invoice.user_id and mine.status in ('asked', 'open') and mine.expires_at > at
        -- Strangers who ask at the address leave the user's own as they are.
        and (mine.description_hash is null) = (ask_lightning_invoice.description_hash is null)
    ) >= (setting_value('lightning.open_invoices') #>> '{}')::int then 'too_many' end);
  if kept is not null then return kept; end if;
  insert into ln_invoices (hash, user_id, msat, memo, description_hash, created_at, expires_at)
  values (hash, user_id, msat, memo, description_hash, at, at + make_interval(secs => seconds));
  return 'asked';
end $$;
revoke all on function ask_lightning_invoice(text,bigint,bigint,text,integer,text,timestamp with time zone) from public;
grant execute on function ask_lightning_invoice(text,bigint,bigint,text,integer,text,timestamp with time zone) to parley_web;
