-- "Delivered" of the page said only that a row had been written: whoever was never here had got it. A page says now which notifications it
-- has, heard live or fetched with the list, and delivered is the first time that one said so. Owned by outward/notifications.

alter table notifications add column page_had_at timestamptz;
