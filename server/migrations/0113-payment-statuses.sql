-- One vocabulary for a payment on a chain, in its own row, in the send-out's and in every answer: pending (nothing is
-- signed), broadcast (signed bytes, shown to the network), confirming (in a block), completed, failed, cancelled. How it
-- failed stands beside it. A send-out with a payment has the payment's status. Owned by money/custody.

alter table chain_payments drop constraint chain_payments_status_check;
alter table chain_payments drop constraint chain_payments_check;
alter table send_outs drop constraint send_outs_status_check;
drop index chain_payments_open;
drop index chain_payments_loosened;
drop index send_outs_open;

alter table chain_payments
  add column outcome text check (outcome in ('refused', 'reverted', 'conflicted'));

-- A plan that was dropped: by its sender, or because the signer refused it.
update chain_payments
set outcome = case
      when status in ('reverted', 'conflicted') then status
      when status = 'dropped' and fault is distinct from 'cancelled by the sender' then 'refused'
    end,
    status = case status
      when 'planned' then 'pending'
      when 'signed' then 'broadcast'
      when 'mined' then 'confirming'
      when 'final' then 'completed'
      when 'dropped' then case when fault = 'cancelled by the sender' then 'cancelled' else 'failed' end
      else 'failed'
    end;

update payment_moves
set status = case status
      when 'planned' then 'pending'
      when 'signed' then 'broadcast'
      when 'mined' then 'confirming'
      when 'final' then 'completed'
      when 'dropped' then (select payment.status from chain_payments payment where payment.id = payment_moves.payment_id)
      else 'failed'
    end,
    verb = case
      when verb <> 'drop' then verb
      else (select case payment.status when 'cancelled' then 'cancel' else 'refuse' end
            from chain_payments payment where payment.id = payment_moves.payment_id)
    end;

update send_outs
set status = case
      when send_outs.status = 'sending' then coalesce((
        select payment.status
        from chain_payments payment
        where payment.purpose = 'send_out' and payment.subject = send_outs.hash), 'broadcast')
      else 'pending'
    end
where status in ('reserved', 'sending');

alter table chain_payments
  add constraint chain_payments_status_check
    check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  add constraint chain_payments_outcome_whole check ((status = 'failed') = (outcome is not null)),
  add constraint chain_payments_bytes_whole
    check ((status in ('pending', 'cancelled') or outcome is not distinct from 'refused') = (raw_hex is null));
alter table send_outs
  add constraint send_outs_status_check
    check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled'));

create index chain_payments_open on chain_payments (chain, id) where status in ('pending', 'broadcast', 'confirming');
create index chain_payments_loosened on chain_payments (chain, id) where status = 'completed' and block_height is null;
create index send_outs_open on send_outs (id) where status in ('pending', 'broadcast', 'confirming');
