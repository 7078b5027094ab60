-- Who has nothing better than a password releases and sends only so much in a day, both together. The signer counts: what a
-- proof lets go, in cents of the dollar at the price of its moment, stands with the proof that it has written.
-- Owned by people/auth.

-- Of releases and send-outs that were proved with a password.
alter table proofs add column usd_cents bigint;
create index proofs_by_password on proofs (user_id, proved_at) where usd_cents is not null;

grant select on rates, settings to parley_signer;
