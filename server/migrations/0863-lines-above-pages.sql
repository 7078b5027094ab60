-- What stands above a page because of a document, a company or a blocked wallet stayed until the page was made anew. The worker that tells open
-- pages of a restriction tells them of these as well, and reads what the pages read. Owned by outward/verification.

grant select on verification_demands to parley_worker;
grant execute on function verification_tries_left, has_confirmed_phone to parley_worker;
