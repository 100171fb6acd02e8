-- The cover and the text that a person's envelopes carry where a send names none; null: the person never chose.
alter table tg_user add column cover_id text, add column message_id text;
