-- Whoever has had a token of the provider's may have shown other pictures there than we keep: that it found nothing is not said of
-- ours then. Owned by outward/verification.

alter table provider_cases add column token_given_at timestamptz;
-- Who has taken one until now is not known any more.
update provider_cases checked
set token_given_at = market_now()
from verifications one
where one.id = checked.verification_id and one.status in ('started', 'pending');
grant select (token_given_at) on provider_cases to parley_web;
