-- How the claimer thanks the sender. Not valid: rows from before have none.
alter table claim add column reaction text;
alter table claim add constraint claim_reaction
  check (reaction in ('clap', 'heart', 'fire', 'pray', 'party', 'laugh')) not valid;
