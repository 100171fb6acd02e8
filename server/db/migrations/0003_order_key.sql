-- The Idempotency-Key of the send that made an order: finds it again when the process died before it could answer.
alter table payment_order add column idempotency_key text check (length(idempotency_key) between 1 and 255);
create index payment_order_by_key on payment_order (tg_user_id, idempotency_key) where idempotency_key is not null;
