-- A trade writes its row at every step: with room in the page the new version stays beside the old one, and most
-- indexes need no new entry. Owned by market/trades and market/chat.
alter table trades set (fillfactor = 70);
alter table chat_rooms set (fillfactor = 80);
