-- Where a group's greeting was asked for: the topic of a forum; null is General.
alter table bot_answer add column thread_id bigint;

-- Who asked for it, to be told where it went if the group took it nowhere.
alter table bot_answer add column asked_by bigint;
