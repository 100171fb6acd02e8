-- In a transaction of its own: who holds an order may wait for an envelope.
alter table payment_order add column is_counted boolean not null default true;
alter table payment_order alter column is_counted set default false;
