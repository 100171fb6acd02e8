-- For the limits: payouts that were signed anew more than once.
create index payout_attempt_repeated on payout_attempt (coin_type, signed_at) where attempt > 2;
