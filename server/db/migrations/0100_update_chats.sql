-- Chats take turns: one that sends many updates delays no other. Those that wait from before have none.
alter table bot_update add column chat_id bigint;
