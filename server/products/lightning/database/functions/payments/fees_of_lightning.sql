-- Whose the fees in journals of Lightning payments are: see note_product_fees.
create or replace function fees_of_lightning(journal_ids bigint[])
returns TABLE(journal_id bigint, person_id bigint, currency text, subject text, volume_units bigint, due_at timestamp with time zone)
language sql stable set search_path = public, pg_temp as $$
  select journal.id, quote.user_id, quote.currency, quote.hash, quote.got_units, journal.at
  from journals journal
  join product_quotes quote on quote.hash = journal.subject
  where journal.id = any (journal_ids)
$$;
revoke all on function fees_of_lightning(bigint[]) from public;
