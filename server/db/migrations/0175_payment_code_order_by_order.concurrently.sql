create index concurrently payment_code_order_by_order on payment_code_order (order_id)
