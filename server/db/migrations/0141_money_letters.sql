-- What letters about money would tell one by one, where too many wait for a person or the amount is too small to be told
-- alone. The letter that is open tells them all.
create table notification_sum (
  tg_user_id bigint not null references tg_user,
  change text not null check (change in ('received', 'paidOut', 'returned', 'held', 'offeredBack')),
  coin_type text not null,
  letters bigint not null check (letters > 0),
  amount_base numeric(78,0) not null check (amount_base >= 0),
  primary key (tg_user_id, change, coin_type)
);
alter table notification add column is_open boolean not null default false;
