update payment_order set is_counted = false
where order_id in (
  select order_id from payment_order
  where status in ('awaitingPayment', 'partiallyPaid', 'confirming') and is_counted
  order by order_id limit 1000 for update)
