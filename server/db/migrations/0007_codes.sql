-- The email and the security code of a person. A security code needs an email, since only that recovers it.
alter table tg_user add column email text;
-- argon2id in the PHC form.
alter table tg_user add column security_code_hash text;
alter table tg_user add constraint security_code_has_email check (security_code_hash is null or email is not null);
-- Until when nothing is paid out or paid from the balance, after a change that another person may have made.
alter table tg_user add column spending_blocked_until timestamptz;

-- Six-digit codes sent by email. Of a person and purpose only the newest is of use.
create table verification_code (
  code_id text primary key,
  tg_user_id bigint not null references tg_user,
  purpose text not null check (purpose in ('updateEmail', 'recoverSecurityCode')),
  -- Keyed hash of digits, person, purpose and address: another address never matches, and neither is stored.
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index verification_code_newest on verification_code (tg_user_id, purpose, created_at);
create index verification_code_expiring on verification_code (expires_at);
