-- In the order in which claims lock them. One that ends meanwhile is counted by the migration that fills the counts.
update envelope set is_counted = false
where envelope_id in (
  select envelope_id from envelope where not is_summed and is_counted order by envelope_id limit 1000 for update)
