create unique index concurrently notification_open_idx on notification (tg_user_id) where is_open;
