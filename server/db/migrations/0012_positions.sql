-- Positions are whole numbers that only a chain itself reads: a block's number, a slot, a logical time.
alter table chain_cursor rename column next_block to settled_position;
alter table chain_cursor rename column head_block to head_position;
alter table chain_cursor rename column settled_hash to settled_ref;
-- The cursor was the first block that is not settled.
update chain_cursor set settled_position = settled_position - 1;

alter table chain_transfer rename column block_number to position;
alter table chain_transfer rename column block_hash to block_ref;
-- A chain whose seen transfers are final needs no name of the block.
alter table chain_transfer alter column block_ref drop not null;
-- What the payment carries to name its order.
alter table chain_transfer add column reference text;

alter table payment_order rename column created_block to created_position;
create index payment_order_reference on payment_order (coin_type, reference) where reference is not null;

-- A wallet that proves while it connects names its address with the proof.
alter table wallet_challenge alter column address_key drop not null;
