-- Credits the claims of envelopes that are not, by the rows on their shards. The claims are their own outbox: they are
-- numbered without a gap, and credited_envelope says up to which one they are credited. So each counts once, whoever died between a claim
-- and this.
create table if not exists credited_envelope (envelope_id text primary key, claims integer not null);

-- The envelopes come in the order of their ids.
create or replace function credit_envelopes(
  asked_envelopes text[], at timestamptz, most_waiting integer, gap_ms integer
) returns void language plpgsql as $$
declare
  asked text;
  done integer;
  due record;
  envelopes text[];
  users bigint[];
  claims text[];
  numbers integer[];
  amounts numeric[];
  coins text[];
  senders bigint[];
  counts integer[];
  bests numeric[];
begin
  foreach asked in array asked_envelopes loop
    insert into credited_envelope as c (envelope_id, claims) values (asked, 0) on conflict do nothing;
    select c.claims into done from credited_envelope c where c.envelope_id = asked for update;
    for due in
      select c.tg_user_id, c.claim_id, c.number, c.amount_base, e.coin_type, e.sender_id, e.count,
        case when e.type = 'luckyDraw' and e.count >= 2 then e.best_base end as best_base
      from claim c join envelope e on e.envelope_id = c.envelope_id
      where c.envelope_id = asked and c.number > done order by c.number
    loop
      envelopes := envelopes || asked;
      users := users || due.tg_user_id;
      claims := claims || due.claim_id;
      numbers := numbers || due.number;
      amounts := amounts || due.amount_base;
      coins := coins || due.coin_type;
      senders := senders || due.sender_id;
      counts := counts || due.count;
      bests := bests || due.best_base;
      update credited_envelope c set claims = due.number where c.envelope_id = asked;
    end loop;
  end loop;
  if envelopes is not null then
    perform credit_claims(envelopes, users, claims, numbers, amounts, coins, senders, counts, bests, at, most_waiting, gap_ms);
  end if;
end $$;

-- Citus plans by the values of an envelope's id.
alter function judge_tries reset plan_cache_mode;
alter function credit_claims reset plan_cache_mode;
