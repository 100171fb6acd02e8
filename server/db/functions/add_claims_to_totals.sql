-- What claims add to the totals of people. On a sharded database people are not where the envelope is: there this is
-- the one function that becomes a line of an outbox.
create or replace function add_claims_to_totals(
  claimers bigint[], coin text, amounts numeric[], lucky bigint[]
) returns void language sql as $$
  insert into person_total as t
    (tg_user_id, coin_type, balance_base, entry_count, claim_count, claimed_base, best_luck_count)
  select g.tg_user_id, coin, sum(g.amount), sum(g.claims), sum(g.claims), sum(g.amount), sum(g.best)
  from (
    select c.tg_user_id, c.amount, 1 as claims, 0 as best from unnest(claimers, amounts) as c (tg_user_id, amount)
    union all
    select l.tg_user_id, 0, 0, 1 from unnest(lucky) as l (tg_user_id)
  ) g
  group by g.tg_user_id
  order by g.tg_user_id
  on conflict (tg_user_id, coin_type) do update set
    balance_base = t.balance_base + excluded.balance_base,
    entry_count = t.entry_count + excluded.entry_count,
    claim_count = t.claim_count + excluded.claim_count,
    claimed_base = t.claimed_base + excluded.claimed_base,
    best_luck_count = t.best_luck_count + excluded.best_luck_count;
$$;
