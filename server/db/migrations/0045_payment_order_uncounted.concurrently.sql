create index concurrently payment_order_uncounted on payment_order (status) where not is_counted
