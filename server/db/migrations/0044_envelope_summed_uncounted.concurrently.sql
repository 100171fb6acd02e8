-- What a process of the last version has summed, which counts nothing.
create index concurrently envelope_summed_uncounted on envelope (envelope_id) where is_summed and not is_counted
