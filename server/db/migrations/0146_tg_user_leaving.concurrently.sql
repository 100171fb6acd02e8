create index concurrently tg_user_leaving on tg_user (tg_user_id) where leaving_as is not null;
