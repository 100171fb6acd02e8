-- An envelope counts in the rankings once it has ended, so the job looks for ended ones that are due. On shards the job also
-- credits what a process left behind, whatever an envelope is worth.
set local citus.enable_unsafe_triggers = on;
drop trigger envelope_ranking_due on envelope;
create trigger envelope_ranking_due before update of claimed_count, ended_at on envelope
  for each row when (
    not new.is_ranking_due and new.claimed_count > 0
      and (new.claimed_count > old.claimed_count or (new.ended_at is not null and old.ended_at is null))
  ) execute function mark_ranking_due();

-- Of each sender and claimer the first share of a week among those of ended envelopes: the rankings are sums of these.
create table ranked_share (
  sender_id bigint not null,
  claimer_id bigint not null,
  week text not null,
  envelope_id text not null,
  chat_id bigint,
  claimed_at timestamptz not null,
  value_micros numeric(78, 0) not null check (value_micros > 0),
  primary key (sender_id, claimer_id, week)
);
create index ranked_share_by_claimer on ranked_share (claimer_id);
create index ranked_share_by_chat on ranked_share (chat_id) where chat_id is not null;

-- Who has claimed from a group's ended envelopes. Its sums are hidden until these are enough.
create table group_claimer (
  chat_id bigint not null,
  tg_user_id bigint not null,
  primary key (chat_id, tg_user_id)
);
create index group_claimer_by_person on group_claimer (tg_user_id);

-- What is there is counted anew, from the marks that the next migrations set.
truncate ranking_sum, ranking_step;
