-- Orders that were paid while money was missing. Only these have envelopes to open later, so the poll for them reads
-- neither old orders nor those that nobody has paid.
alter table payment_order add column is_opening_due boolean not null default false;
update payment_order o set is_opening_due = true
where o.status = 'paid' and exists (
  select from envelope e where e.order_id = o.order_id and e.status = 'awaitingPayment');
create index payment_order_opening_due on payment_order (coin_type) where is_opening_due;
drop index envelope_awaiting_payment;
