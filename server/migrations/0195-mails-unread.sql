-- An email waits here with the code or the link that is in it. Whoever queues one need not read those of others: until
-- now whoever ran code as the web, or as the chains, had every code before the person that it was for. What remains to
-- them is whether a reason was queued before, and how many wait. Owned by platform.
revoke select on mails from parley_web, parley_chain;
grant select (id, dedupe_key, attempts, sent_at) on mails to parley_web, parley_chain;
