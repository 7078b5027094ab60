-- Whose the fees in journals of orders are: see note_product_fees.
create or replace function fees_of_orders(journal_ids bigint[])
returns TABLE(journal_id bigint, person_id bigint, currency text, subject text, volume_units bigint, due_at timestamp with time zone)
language sql stable set search_path = public, pg_temp as $$
  select journal.id, made.user_id, made.currency, made.hash, made.units, journal.at
  from journals journal
  join provider_orders made on made.hash = journal.subject
  where journal.id = any (journal_ids)
$$;
revoke all on function fees_of_orders(bigint[]) from public;
