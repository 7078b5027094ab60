-- Whose the fees are that were given back for a code which did not work: see note_product_fees.
create or replace function fees_of_reports(journal_ids bigint[])
returns TABLE(journal_id bigint, person_id bigint, currency text, subject text, volume_units bigint, due_at timestamp with time zone)
language sql stable set search_path = public, pg_temp as $$
  select journal.id, made.user_id, made.currency, made.hash, -made.units / line.quantity, journal.at
  from journals journal
  join store_codes code on code.hash = journal.subject
  join provider_orders made on made.quote_id = code.quote_id
  join store_lines line on line.quote_id = code.quote_id
  where journal.id = any (journal_ids)
$$;
revoke all on function fees_of_reports(bigint[]) from public;
