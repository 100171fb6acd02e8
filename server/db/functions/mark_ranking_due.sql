-- A claim marks its envelope; the sums, which envelopes share, are written apart from the claim path. The mark is set
-- once until it is counted, so that most updates of an envelope change no index.
create or replace function mark_ranking_due() returns trigger language plpgsql as $$
begin
  new.is_ranking_due := true;
  return new;
end $$;
