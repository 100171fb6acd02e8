-- Spreads the claim path over the workers of Citus. Everything else stays on the coordinator. docs/scaling.md says why.
-- Runs once, in one transaction. A blank line or the next command ends a statement: each starts at the line's beginning.
set local citus.multi_shard_modify_mode = 'sequential';
set local citus.enable_unsafe_triggers = on;

-- A table on the shards has no foreign key to one that is on the coordinator.
alter table envelope drop constraint envelope_order_id_fkey;
alter table envelope drop constraint envelope_sender_id_fkey;
alter table envelope drop constraint envelope_chat_id_fkey;
alter table share drop constraint share_envelope_id_fkey;
alter table claim drop constraint claim_envelope_id_fkey;
alter table claim drop constraint claim_tg_user_id_fkey;
alter table group_post drop constraint group_post_envelope_id_fkey;
alter table draw_window drop constraint draw_window_envelope_id_fkey;
alter table entry drop constraint entry_tg_user_id_fkey;

-- Triggers on the shards read it; only migrations write it.
select create_reference_table('lifecycle_edge');
select create_distributed_table('envelope', 'envelope_id', colocate_with => 'none');
select create_distributed_table('share', 'envelope_id', colocate_with => 'envelope');
select create_distributed_table('claim', 'envelope_id', colocate_with => 'envelope');
select create_distributed_table('group_post', 'envelope_id', colocate_with => 'envelope');
select create_distributed_table('draw_window', 'envelope_id', colocate_with => 'envelope');
select create_distributed_table('entry', 'envelope_id', colocate_with => 'envelope');
-- Both lines of an opening, a claim or a refund lie with their envelope.
select create_distributed_table('ledger_entry', 'home', colocate_with => 'envelope');
-- An envelope's history lies with it.
select create_distributed_table('status_history', 'id', colocate_with => 'envelope');

alter table share add constraint share_envelope_id_fkey foreign key (envelope_id) references envelope;
alter table claim add constraint claim_envelope_id_fkey foreign key (envelope_id) references envelope;
alter table group_post add constraint group_post_envelope_id_fkey foreign key (envelope_id) references envelope;
alter table draw_window add constraint draw_window_envelope_id_fkey foreign key (envelope_id) references envelope;

select create_distributed_function(
  'claim_on_shard(text, text[], bigint[], text[], timestamptz)', 'asked_envelope', colocate_with => 'envelope');
select create_distributed_function(
  'take_places_on_shard(text, text[], bigint[], text[], timestamptz, bigint, integer, integer)', 'asked_envelope',
  colocate_with => 'envelope');
select create_distributed_function(
  'settle_on_shard(text, bigint, bytea, timestamptz)', 'asked_envelope', colocate_with => 'envelope');
