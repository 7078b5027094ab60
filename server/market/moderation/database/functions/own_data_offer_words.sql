-- What the person wrote to the staff about offers.
create or replace function own_data_offer_words(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select report.id * 2 as key, jsonb_build_object('reportedOffer', offer.hash, 'reason', report.reason, 'words', report.words,
      'reportedAt', report.reported_at, 'outcome', report.outcome) as line
    from offer_reports report
    join offers offer on offer.id = report.offer_id
    where report.reporter_id = person
    union all
    select rejection.id * 2 + 1, jsonb_build_object('rejectedOffer', offer.hash, 'reason', rejection.reason,
      'rejectedAt', rejection.rejected_at, 'appeal', rejection.words, 'appealedAt', rejection.appealed_at,
      'outcome', rejection.outcome, 'answer', rejection.answer)
    from offers offer
    join offer_rejections rejection on rejection.offer_id = offer.id
    where offer.owner_id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_offer_words(bigint,bigint,integer) from public;
