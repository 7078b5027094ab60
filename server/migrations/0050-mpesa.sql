-- Purchases by M-Pesa: calls whose result a provider cannot say, and the account where money of prompts comes from.
-- Owned by products/ramps; the check of attempts by products/providers.
alter table provider_attempts drop constraint provider_attempts_outcome_check;
alter table provider_attempts add constraint provider_attempts_outcome_check check ((outcome is null) = (ended_at is null)
  and outcome in ('succeeded', 'failed', 'pending', 'not_found', 'unknown', 'unsure', 'refunded', 'came_back'));
insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values ('outside', 'mobile_money', true, true);
