-- Pictures that a process of the last version gave up: it edits them as texts, which the messenger refuses.
create index concurrently group_post_given_up on group_post (failed_at)
  where shown_seal is not null and is_stale and failed_at is not null and last_error is null
