-- Under which id a group goes on that became a supergroup: links signed with the old one keep working.
alter table chat add column moved_to_chat_id bigint;
-- The topic of the forum from which the person last came: their envelopes are posted there.
alter table chat_link add column thread_id bigint;
