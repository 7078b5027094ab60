-- Whoever has had a token of the provider's may have shown other pictures there than we keep: that it found nothing is not said of
-- ours then. Owned by outward/verification.

alter table provider_cases add column token_given_at timestamptz;
grant select (token_given_at) on provider_cases to parley_web;
