create index concurrently envelope_ranking_ended on envelope (envelope_id) where is_ranking_due and ended_at is not null
