-- The chat of this trade was erased: it ended before the last end that was reached.
create view conversations as
 SELECT id,
    hash AS ref,
    buyer_id,
    seller_id,
    status,
    was_ever_paid,
    crypto,
    units,
    fee_units,
    buyer_share_units,
    COALESCE(ended_at <= (( SELECT mark.up_to
           FROM retention_marks mark
          WHERE mark.what = 'conversations'::text)), false) AS is_erased,
    flow_type,
        CASE
            WHEN ended_at IS NULL THEN false
            ELSE talk_is_over(ended_at)
        END AS is_talk_over
   FROM trades;
grant select on conversations to parley_web, parley_worker;

-- The lines of its steps. What each says follows from the step.
create view conversation_steps as
 SELECT line_id AS id,
    trade_id,
    verb,
    actor,
    status,
    note,
    at
   FROM trade_transitions
  WHERE line_id IS NOT NULL;
grant select on conversation_steps to parley_web, parley_worker;
