-- The worker says nothing in a conversation of its own any more without holding the trade by what it does: a right less.
-- Owned by market/chat.

revoke execute on function lock_conversations(text[]) from parley_worker;
