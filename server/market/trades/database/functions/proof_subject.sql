-- What has to be proved for a move: a release by its seller, the cancel of a trade that its buyer has called paid by that
-- buyer (and so by nobody else), an award or a reopening by the moderator; of a division the buyer's units as well. Null for
-- the others.
create or replace function proof_subject(verb text, actor text, trade_id bigint, round integer, was_ever_paid boolean, share bigint) returns text
language sql immutable as $$
  select case
    when verb = 'release' then 'trade_release:' || trade_id::text || ':' || round::text
    when verb = 'cancel' and was_ever_paid then 'trade_cancel:' || trade_id::text || ':' || round::text
    when verb in ('award_buyer', 'award_seller') then
      'staff_award:' || trade_id::text || ':' || round::text || ':' || substr(verb, 7)
      || coalesce(':' || share::text, '')
    when verb = 'reopen' and actor = 'moderator' then 'staff_reopen:' || trade_id::text || ':' || round::text
  end
$$;
revoke all on function proof_subject(text,text,bigint,integer,boolean,bigint) from public;
