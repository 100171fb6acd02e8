create index concurrently bot_update_waiting_chats on bot_update (chat_id, update_id) where done_at is null and failed_at is null
