-- The workers ask whether a code waits for one of their channels before they take it. Owned by signer.
grant select (channel) on codes_to_send to parley_worker;
