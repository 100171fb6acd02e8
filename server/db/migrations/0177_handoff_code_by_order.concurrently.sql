create index concurrently handoff_code_by_order on handoff_code (order_id)
