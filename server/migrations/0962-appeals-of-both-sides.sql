-- After a divided award only the side with the smaller share could appeal, although the other side did not get everything either.
-- Each side whose share is less than all may now appeal once. Owned by market/disputes.

alter table dispute_appeals drop constraint dispute_appeals_pkey, add primary key (dispute_id, role);

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['make_dispute_appeal(text, bigint, text, text, text[], timestamptz)',
     'or found.outcome = role then',
     'or (found.outcome = role and trade.buyer_share_units is null) then'],
    ['make_dispute_appeal(text, bigint, text, text, text[], timestamptz)',
     'where known.dispute_id = found.id)',
     'where known.dispute_id = found.id and known.appellant_id = make_dispute_appeal.appellant_id)'],
    ['take_dispute_appeal(text, bigint, timestamptz)',
     'where dispute_id = appeal.dispute_id',
     'where dispute_appeals.case_number = appeal.case_number'],
    ['decide_dispute_appeal(text, bigint, text, text, bigint, timestamptz)',
     'where dispute_id = appeal.dispute_id',
     'where dispute_appeals.case_number = appeal.case_number']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
