-- Whether a person's number gave way to a pseudonym: the messenger's numbers have at most 52 bits.
create or replace function is_pseudonym(earlier bigint, later bigint) returns boolean language sql immutable as $$
  select earlier < 4503599627370496 and later >= 4503599627370496
$$;
