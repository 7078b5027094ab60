-- What an offer asks of the payment itself: the reference that a bank transfer has to bear, and whether somebody else may pay. A trade
-- keeps both as they were when it was started, and the reference is erased with its other words. Owned by market/offers and market/trades.

-- Null: whatever the payer likes; empty: none at all.
alter table offers add column bank_reference text
  constraint offers_bank_reference check (length(bank_reference) <= 140 and bank_reference !~ '[\r\n]');
grant insert (bank_reference), update (bank_reference) on offers to parley_web, parley_worker;

alter table trades
  add column bank_reference text,
  add column no_third_parties boolean not null default false;

-- Made anew where they were made last: what is erased, and what is told, of the words of an offer and of a trade.
do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['erase_conversations(int)', 'trade_details = '''', dispute_text', 'trade_details = '''', bank_reference = null, dispute_text'],
    ['erase_what_user_wrote(bigint)', 'trade_details = '''', method_label = null',
     'trade_details = '''', method_label = null, bank_reference = null'],
    ['export_part(bigint, text, bigint, int)', '''instructions'', trade_details,',
     '''instructions'', trade_details, ''paymentReference'', bank_reference,'],
    ['export_part(bigint, text, bigint, int)', '''startedAt'', trade.started_at, ''paidAt''',
     '''paymentReference'',
            case when trade.seller_id = person or trade.details_revealed_at is not null then trade.bank_reference end,
          ''startedAt'', trade.started_at, ''paidAt''']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
