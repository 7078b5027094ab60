-- Each step of a trade wrote a line of its conversation beside its history, and each trade began with a room and two members,
-- though most trades end without a word. The row of the history is the line now; a conversation is its trade, and of its
-- members only what they have read is kept, from when they first read or write. Owned by market/chat.

-- Lines and messages are numbered together, in the order in which they were written. What came before this has its lines
-- among the messages and stands in none.
alter table trade_transitions add column line_id bigint;
alter table trade_transitions alter column line_id set default nextval('chat_messages_id_seq');

alter table chat_messages add column trade_id bigint references trades;
alter table chat_members add column trade_id bigint references trades;
update chat_messages message
set trade_id = trade.id
from chat_rooms room
join trades trade on trade.hash = room.ref
where room.id = message.room_id;
update chat_members member
set trade_id = trade.id
from chat_rooms room
join trades trade on trade.hash = room.ref
where room.id = member.room_id;
-- Whoever has read nothing and is a side of the trade is no more than that.
delete from chat_members where last_read_id = 0 and role <> 'moderator';

alter table chat_messages alter column trade_id set not null;
alter table chat_messages drop column room_id;
create index chat_messages_of_trade on chat_messages (trade_id, id);
drop index chat_messages_of_author;
create index chat_messages_of_author on chat_messages (author_id, at) where author_id is not null;
alter table chat_members drop column room_id;
alter table chat_members add primary key (trade_id, user_id);
drop table chat_rooms;

-- By the trade's hash: who may speak, and what decides whether they still may.
create view conversations as
select id, hash as ref, buyer_id, seller_id, status, was_ever_paid, crypto, units, fee_units, buyer_share_units
from trades;

-- The lines of its steps. What each says follows from the step.
create view conversation_steps as
select line_id as id, trade_id, verb, actor, status, note, at
from trade_transitions
where line_id is not null;
grant select on conversations, conversation_steps to parley_web, parley_worker;
