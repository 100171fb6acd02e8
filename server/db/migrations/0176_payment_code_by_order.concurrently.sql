create index concurrently payment_code_by_order on payment_code (order_id) where order_id is not null
