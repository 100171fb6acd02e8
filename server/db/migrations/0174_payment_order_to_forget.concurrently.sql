create index concurrently payment_order_to_forget on payment_order (settled_at)
  where status in ('cancelled', 'expired') and paid_base = 0
