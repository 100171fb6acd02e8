-- The address of a person, encrypted under APP_SECRET. Processes of the last version still read and write the plain
-- column; what they wrote is newer, and is sealed within an hour.
alter table tg_user add column email_sealed bytea;
create index tg_user_unsealed on tg_user (tg_user_id) where email is not null;
alter table tg_user drop constraint security_code_has_email;
alter table tg_user add constraint security_code_has_email
  check (security_code_hash is null or email is not null or email_sealed is not null) not valid;
