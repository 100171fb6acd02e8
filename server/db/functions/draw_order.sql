-- The order that a draw's seed gives to its entries (`claim:`) or slots (`slot:`), from 1: by SHA-256 of seed, kind and item.
create or replace function draw_order(seed bytea, kind text, items text[]) returns table (item text, rank bigint)
language sql immutable as $$
  select i, row_number() over (order by sha256(seed || convert_to(kind || i, 'UTF8'))) from unnest(items) as i
$$;
