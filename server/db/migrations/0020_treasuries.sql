-- Addresses that were a coin's treasury before the one of chain_identity. The settings must name each of them.
create table former_treasury (
  coin_type text not null,
  address text not null,
  replaced_at timestamptz not null,
  primary key (coin_type, address)
);

-- Where operators keep money that they moved out of the treasury: what comes back from there is nobody's payment.
create table cold_address (
  coin_type text not null,
  address_key text not null,
  known_since timestamptz not null,
  primary key (coin_type, address_key)
);
insert into cold_address
select coin_type, lower(to_address), min(booked_at) from outgoing_transfer
where coin_type = 'eth' and account = 'cold:eth' and value_base > 0 group by 1, 2;

-- cold: it came back from a cold address.
alter table chain_transfer drop constraint chain_transfer_outcome_check;
alter table chain_transfer add constraint chain_transfer_outcome_check
  check (outcome in ('order', 'balance', 'unmatched', 'cold'));

alter table operator_action drop constraint operator_action_kind_check;
alter table operator_action add constraint operator_action_kind_check check (kind in (
  'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze',
  'bookOutgoing', 'returnFromCold', 'raiseFee'
));
