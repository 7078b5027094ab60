-- Why a chain is closed, as a word beside the sentence: the sentence is English and may carry what a machine said, a
-- page says it in its reader's language. Rows of before keep null until their chain is looked at again, which the
-- wallet's job does within seconds. Owned by products/wallet.

alter table wallet_rails
  add column reason_code text
    check (reason_code in ('switched_off', 'not_set_up', 'no_answer', 'other_keys', 'not_reached'));
