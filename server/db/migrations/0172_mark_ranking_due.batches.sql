-- ranked_count, which nothing else uses, says that an envelope has had its turn: 0 where its value is known, more where it is
-- not. Locks no rows beforehand, since a sharded database cannot lock those of a part.
update envelope set is_ranking_due = true, ranked_count = case when value_micros is null then claimed_count else 0 end
where envelope_id in (
  select envelope_id from envelope
  where claimed_count > 0 and (value_micros is null) = (ranked_count = 0)
  order by envelope_id limit 1000)
