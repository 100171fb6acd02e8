-- What arrived for less than a coin's minimum, summed by position; below the newest compared position by day, where the
-- position is the last one of the day. A flood of it leaves as many rows as blocks, not as transfers.
create table dust (
  coin_type text not null,
  position bigint not null,
  day date not null,
  transfers bigint not null check (transfers > 0),
  amount_base numeric(78, 0) not null check (amount_base > 0),
  primary key (coin_type, position)
);
