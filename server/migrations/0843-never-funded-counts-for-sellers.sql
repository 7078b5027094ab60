-- A trade that its seller never funded counted as one that went badly for its buyer too, who had nothing to do in it: whoever took an
-- offer to buy without a coin could lower its owner's figures by that. It counts for the seller alone, until it is funded after all, and
-- for nobody where the buyer gave it up before. What was counted before stays. Owned by people/reputation.

do $$
declare
  made  text := pg_get_functiondef('count_endings(bigint[])'::regprocedure);
  which constant text := 'where trade.id = any (trade_ids) and trade.ended_at is not null;';
begin
  if strpos(made, which) = 0 then raise exception 'endings are counted by another rule'; end if;
  execute replace(made, which,
    'where trade.id = any (trade_ids) and trade.ended_at is not null and (trade.funded_at is not null
      or (side.role = ''seller'' and trade.status <> ''cancelled_buyer''));');
end $$;
