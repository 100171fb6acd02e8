create index concurrently payout_sequence_lost on payout_sequence (coin_type, lost_at) where lost_at is not null
