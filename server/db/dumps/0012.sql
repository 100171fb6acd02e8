-- A database at 0012_positions.sql with rows in every status, written by pg_dump without its session settings.
CREATE FUNCTION public.claim_shares(asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamp with time zone) RETURNS TABLE(ask integer, outcome text, claim_id text, slot integer, amount_base numeric, claimed_at timestamp with time zone)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
begin
  perform from envelope e where e.envelope_id = any (asked_envelopes) order by e.envelope_id for update;
  return query
  with asked as materialized (
    select a.ask::integer, a.envelope_id, a.tg_user_id, a.claim_id,
      e.status, e.status = 'open' and e.expires_at > at as is_open, e.claimed_count, e.coin_type,
      c.claim_id as earlier_id, c.slot as earlier_slot, c.amount_base as earlier_base, c.claimed_at as earlier_at
    from unnest(asked_envelopes, asked_users, asked_claims) with ordinality as a (envelope_id, tg_user_id, claim_id, ask)
    left join lateral (select from_id.* from envelope from_id where from_id.envelope_id = a.envelope_id offset 0) e on true
    left join lateral (
      select from_key.* from claim from_key
      where from_key.envelope_id = a.envelope_id and from_key.tg_user_id = a.tg_user_id offset 0
    ) c on true
  ),
  -- The first ask of each person without a claim stands in line; a double tap in the same batch reads its twin's result.
  line as materialized (
    select distinct on (a.envelope_id, a.tg_user_id) a.*
    from asked a where a.is_open and a.earlier_id is null
    order by a.envelope_id, a.tg_user_id, a.ask
  ),
  placed as materialized (
    select l.*, l.claimed_count + row_number() over (partition by l.envelope_id order by l.ask) as place from line l
  ),
  won as (
    insert into claim (envelope_id, tg_user_id, slot, claim_id, coin_type, amount_base, claimed_at)
    select p.envelope_id, p.tg_user_id, s.slot, p.claim_id, p.coin_type, s.amount_base, at
    from placed p cross join lateral (
      select from_key.* from share from_key
      where from_key.envelope_id = p.envelope_id and from_key.slot = p.place offset 0
    ) s
    returning claim.*
  ),
  booked as (
    insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at)
    select 'claim:' || w.claim_id, l.line, 'claim',
      case l.line when 1 then 'envelope:' || w.envelope_id else 'user:' || w.tg_user_id || ':' || w.coin_type end,
      w.coin_type, case l.line when 1 then -w.amount_base else w.amount_base end, at
    from won w cross join (values (1::smallint), (2::smallint)) as l (line)
  ),
  counted as (
    update envelope e set
      claimed_count = e.claimed_count + n.claims,
      claimed_base = e.claimed_base + n.amount,
      status = case when e.claimed_count + n.claims = e.count then 'finished' else e.status end,
      ended_at = case when e.claimed_count + n.claims = e.count then at else e.ended_at end
    from (select w.envelope_id, count(*)::integer as claims, sum(w.amount_base) as amount from won w group by 1) n
    where e.envelope_id = n.envelope_id
  ),
  stale as (
    update group_post g set is_stale = true where g.envelope_id in (select w.envelope_id from won w)
  )
  select a.ask,
    case
      when w.claim_id = a.claim_id then 'won'
      when coalesce(a.earlier_id, w.claim_id) is not null then 'alreadyClaimed'
      when a.status = 'finished' or a.is_open then 'soldOut'
      when a.status in ('open', 'expired', 'refunded') then 'expired'
      else 'notOpen'
    end,
    coalesce(a.earlier_id, w.claim_id), coalesce(a.earlier_slot, w.slot),
    coalesce(a.earlier_base, w.amount_base), coalesce(a.earlier_at, w.claimed_at)
  from asked a
  left join won w on w.tg_user_id = a.tg_user_id and w.envelope_id = a.envelope_id;
end $$;
CREATE FUNCTION public.count_ranking_steps() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ranking_step as s (kind, period, level, prefix, subjects)
  select c.kind, c.period, l.level, div(c.value_micros, 100::numeric ^ l.level), sum(c.subjects)
  from (
    select old.kind, old.period, old.value_micros, -1 where tg_op <> 'INSERT' and not old.is_hidden
    union all
    select new.kind, new.period, new.value_micros, 1 where tg_op <> 'DELETE' and not new.is_hidden
  ) c (kind, period, value_micros, subjects)
  cross join generate_series(1, 8) l (level)
  group by 1, 2, 3, 4
  having sum(c.subjects) <> 0
  on conflict (kind, period, level, prefix) do update set subjects = s.subjects + excluded.subjects;
  if tg_op <> 'INSERT' then
    delete from ranking_step s using generate_series(1, 8) l (level)
    where s.kind = old.kind and s.period = old.period and s.level = l.level
      and s.prefix = div(old.value_micros, 100::numeric ^ l.level) and s.subjects = 0;
  end if;
  return null;
end $$;
CREATE FUNCTION public.mark_ranking_due() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.is_ranking_due := true;
  return new;
end $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
CREATE FUNCTION public.refuse_illegal_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (
    select from lifecycle_edge where chart = tg_argv[0] and source = old.status and target = new.status
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
CREATE FUNCTION public.refuse_unbalanced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (
    select from inserted group by transaction_id, coin_type having sum(amount_base) <> 0
  ) then
    raise exception 'unbalanced ledger transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
CREATE TABLE public.attempt (
    scope text NOT NULL,
    counted_at timestamp with time zone[] NOT NULL,
    locked_until timestamp with time zone,
    lock_seconds integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.bot_answer (
    chat_id bigint NOT NULL,
    name text NOT NULL,
    language text NOT NULL,
    due_at timestamp with time zone,
    answered_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.bot_update (
    update_id bigint NOT NULL,
    payload text,
    received_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT bot_update_check CHECK (((payload IS NULL) = (done_at IS NOT NULL)))
);
CREATE TABLE public.chain_cursor (
    coin_type text NOT NULL,
    settled_position bigint NOT NULL,
    head_position bigint NOT NULL,
    final_time timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    settled_ref text
);
CREATE TABLE public.chain_identity (
    coin_type text NOT NULL,
    network text NOT NULL,
    genesis_hash text NOT NULL,
    treasury_address text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.chain_transfer (
    coin_type text NOT NULL,
    tx_hash text NOT NULL,
    transfer_index integer NOT NULL,
    from_address text NOT NULL,
    from_address_key text NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    "position" bigint NOT NULL,
    block_ref text,
    block_time timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    outcome text,
    order_id text,
    tg_user_id bigint,
    disputed_at timestamp with time zone,
    reference text,
    CONSTRAINT chain_transfer_amount_base_check CHECK ((amount_base > (0)::numeric)),
    CONSTRAINT chain_transfer_check CHECK (((settled_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT chain_transfer_outcome_check CHECK ((outcome = ANY (ARRAY['order'::text, 'balance'::text, 'unmatched'::text])))
);
CREATE TABLE public.chat (
    chat_id bigint NOT NULL,
    title text NOT NULL,
    is_bot_member boolean NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.chat_link (
    tg_user_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    linked_at timestamp with time zone NOT NULL
);
CREATE TABLE public.claim (
    envelope_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    slot integer NOT NULL,
    claim_id text NOT NULL,
    coin_type text NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    CONSTRAINT claim_amount_base_check CHECK ((amount_base > (0)::numeric))
);
CREATE TABLE public.envelope (
    envelope_id text NOT NULL,
    sender_id bigint NOT NULL,
    status text NOT NULL,
    type text NOT NULL,
    coin_type text NOT NULL,
    total_base numeric(78,0) NOT NULL,
    count integer NOT NULL,
    claimed_count integer DEFAULT 0 NOT NULL,
    claimed_base numeric(78,0) DEFAULT 0 NOT NULL,
    refunded_base numeric(78,0) DEFAULT 0 NOT NULL,
    passphrase_hash bytea NOT NULL,
    passphrase_cipher bytea NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    cover_id text,
    message_id text,
    chat_id bigint,
    order_id text NOT NULL,
    commitment text,
    salt bytea,
    best_base numeric(78,0),
    created_at timestamp with time zone NOT NULL,
    opened_at timestamp with time zone,
    expires_at timestamp with time zone,
    ended_at timestamp with time zone,
    has_generated_passphrase boolean DEFAULT false NOT NULL,
    value_micros numeric(78,0),
    ranked_count integer DEFAULT 0 NOT NULL,
    is_ranking_due boolean DEFAULT false NOT NULL,
    CONSTRAINT envelope_check CHECK (((claimed_count >= 0) AND (claimed_count <= count))),
    CONSTRAINT envelope_check1 CHECK (((claimed_base + refunded_base) <= total_base)),
    CONSTRAINT envelope_check2 CHECK (((ranked_count >= 0) AND (ranked_count <= count))),
    CONSTRAINT envelope_count_check CHECK (((count >= 1) AND (count <= 100))),
    CONSTRAINT envelope_total_base_check CHECK ((total_base > (0)::numeric)),
    CONSTRAINT envelope_type_check CHECK ((type = ANY (ARRAY['ordinary'::text, 'luckyDraw'::text]))),
    CONSTRAINT envelope_value_micros_check CHECK ((value_micros >= (0)::numeric))
);
CREATE TABLE public.fraud_report (
    report_id text NOT NULL,
    account text NOT NULL,
    tg_user_id bigint NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    confirmed_by text,
    confirmed_reason text,
    CONSTRAINT fraud_report_account_check CHECK ((account <> ''::text)),
    CONSTRAINT fraud_report_check CHECK ((((confirmed_at IS NULL) = (confirmed_by IS NULL)) AND ((confirmed_at IS NULL) = (confirmed_reason IS NULL))))
);
CREATE TABLE public.group_post (
    envelope_id text NOT NULL,
    chat_id bigint NOT NULL,
    message_id bigint,
    posted_text text,
    is_stale boolean DEFAULT true NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failed_at timestamp with time zone,
    last_error text
);
CREATE TABLE public.idempotency_key (
    tg_user_id bigint NOT NULL,
    authority text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    request_id text NOT NULL,
    token text,
    renewed_at timestamp with time zone NOT NULL,
    response jsonb,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.job_state (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.lease (
    name text NOT NULL,
    holder text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.ledger_entry (
    transaction_id text NOT NULL,
    line smallint NOT NULL,
    kind text NOT NULL,
    account text NOT NULL,
    coin_type text NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_entry_amount_base_check CHECK ((amount_base <> (0)::numeric))
);
CREATE TABLE public.lifecycle_edge (
    chart text NOT NULL,
    source text NOT NULL,
    event text NOT NULL,
    target text NOT NULL
);
CREATE TABLE public.notification (
    notification_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    kind text NOT NULL,
    params jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    is_warning boolean DEFAULT false NOT NULL
);
CREATE TABLE public.operator_action (
    transaction_id text NOT NULL,
    kind text NOT NULL,
    operator text NOT NULL,
    reason text NOT NULL,
    tg_user_id bigint NOT NULL,
    coin_type text NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_action_amount_base_check CHECK ((amount_base > (0)::numeric)),
    CONSTRAINT operator_action_kind_check CHECK ((kind = ANY (ARRAY['assignTransfer'::text, 'assignSurplus'::text]))),
    CONSTRAINT operator_action_operator_check CHECK ((operator <> ''::text)),
    CONSTRAINT operator_action_reason_check CHECK ((reason <> ''::text))
);
CREATE TABLE public.payment_code (
    code_hash bytea NOT NULL,
    code_cipher bytea NOT NULL,
    tg_user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE TABLE public.payment_code_order (
    code_hash bytea NOT NULL,
    order_id text NOT NULL
);
CREATE TABLE public.payment_order (
    order_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    status text NOT NULL,
    coin_type text NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    paid_base numeric(78,0) DEFAULT 0 NOT NULL,
    treasury_address text NOT NULL,
    from_address text,
    from_address_key text,
    network text NOT NULL,
    reference text,
    created_position bigint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    request_id text,
    CONSTRAINT payment_order_amount_base_check CHECK ((amount_base > (0)::numeric)),
    CONSTRAINT payment_order_paid_base_check CHECK ((paid_base >= (0)::numeric))
);
CREATE TABLE public.payment_report (
    coin_type text NOT NULL,
    tx_hash text NOT NULL,
    order_id text NOT NULL,
    reported_at timestamp with time zone NOT NULL
);
CREATE TABLE public.ranking_step (
    kind text NOT NULL,
    period text NOT NULL,
    level smallint NOT NULL,
    prefix numeric(78,0) NOT NULL,
    subjects bigint NOT NULL
);
CREATE TABLE public.ranking_sum (
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    period text NOT NULL,
    value_micros numeric(78,0) NOT NULL,
    is_hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT ranking_sum_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'chat'::text]))),
    CONSTRAINT ranking_sum_value_micros_check CHECK ((value_micros > (0)::numeric))
);
CREATE TABLE public.schema_migration (
    name text NOT NULL,
    checksum text NOT NULL
);
CREATE TABLE public.session (
    session_id text NOT NULL,
    token_hash bytea NOT NULL,
    tg_user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_possible_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE TABLE public.share (
    envelope_id text NOT NULL,
    slot integer NOT NULL,
    amount_base numeric(78,0) NOT NULL,
    CONSTRAINT share_amount_base_check CHECK ((amount_base > (0)::numeric))
);
CREATE TABLE public.tg_user (
    tg_user_id bigint NOT NULL,
    username text,
    first_name text NOT NULL,
    last_name text,
    photo_url text,
    lang text NOT NULL,
    allows_write_to_pm boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    write_access_changed_at timestamp with time zone,
    email text,
    security_code_hash text,
    spending_blocked_until timestamp with time zone,
    cover_id text,
    message_id text,
    hides_from_ranking boolean DEFAULT false NOT NULL,
    allows_notifications boolean DEFAULT true NOT NULL,
    CONSTRAINT security_code_has_email CHECK (((security_code_hash IS NULL) OR (email IS NOT NULL))),
    CONSTRAINT tg_user_tg_user_id_check CHECK ((tg_user_id > 0))
);
CREATE TABLE public.verification_code (
    code_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    purpose text NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT verification_code_purpose_check CHECK ((purpose = ANY (ARRAY['updateEmail'::text, 'recoverSecurityCode'::text])))
);
CREATE TABLE public.wallet (
    wallet_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    type text NOT NULL,
    address text NOT NULL,
    address_key text NOT NULL,
    proven_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    unbound_at timestamp with time zone,
    CONSTRAINT wallet_type_check CHECK ((type = ANY (ARRAY['ETH'::text, 'Solana'::text, 'Tron'::text, 'Ton'::text])))
);
CREATE TABLE public.wallet_challenge (
    challenge_id text NOT NULL,
    tg_user_id bigint NOT NULL,
    type text NOT NULL,
    address_key text,
    message text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
INSERT INTO public.attempt VALUES ('passphrase.user:1', '{"2026-11-20 00:00:00+00"}', '2026-11-20 00:00:00+00', 60);
INSERT INTO public.bot_answer VALUES (1, 'Person 1', 'en', '2026-11-20 00:00:00+00', NULL, 0);
INSERT INTO public.bot_answer VALUES (-100, 'Family', 'en', NULL, '2026-11-20 00:00:00+00', 1);
INSERT INTO public.bot_update VALUES (1, NULL, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.bot_update VALUES (2, '{}', '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.chain_cursor VALUES ('eth', 8, 9, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '0x8');
INSERT INTO public.chain_identity VALUES ('eth', 'eip155:31337', '0x0', '0xT', '2026-11-20 00:00:00+00');
INSERT INTO public.chain_transfer VALUES ('eth', '0x87a707198392320590139cb043717e3be0afcf45b485c050a7ec9c7bece5de4a', 0, '0xd4735e3a265e16eee03f59718b9b5d03019c07d8', '0xd4735e3a265e16eee03f59718b9b5d03019c07d8', 5, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', 'balance', NULL, 2, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0x23f3ccd242922f719c1dec3e21e11d1cb8fee819a7e2372ff88e6909c0d420ca', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 50000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', 'order', '2C2UEMujQoBN9LC2JpFkhQ', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0x29cd3d056bd4d2066570b623a2b06117cf60b85df58b8962734c6c5c9b7c0372', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 50000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', 'order', 'd3gC0IQeB7_eQVTgC2p_Kw', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0x187e7e79af95951e7ed821fa8485f9b6c24993d6d03e0e5d40a0e2fba07aeae4', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 50000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'h5JTSgvF5PAGc6gDEmIBQw', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0x4c4ebb4087b55bbdfc2e402162f19c8f73ff0b0db007e59845904e51fa6c0bb1', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 50000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'uVGj7Gcw0o3INGTz9XPs_Q', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0x10b60ea2d66db0a57d2f57f0c342662c873d210b87c0e0f3d47fc6957a89f84a', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 50000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'VX4W6bOG__IFCMZprZFtaQ', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xfff74d1fb7940a9e5fcede3c0a940fd27b872c4ca73fe426ed47aa41dcbe3c6b', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 1000000000000000000, 1000000, '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'DfWx733bWQj0OxSvXIJ3ig', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xpart', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 100000000000000000, 1000000, '0xb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'W7n1l2HENaGJa2axGfgONA', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xpartcancelled', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 100000000000000000, 1000000, '0xb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', 'IPBSlSsjGrFTh3ZdguPU2Q', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xwaiting', 0, '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 1000000000000000000, 1000000, '0xb', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', 'order', '_O1iMgzq4yFDO1CWlR0nSA', 1, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xpending', 0, '0xa', '0xa', 7, 2000000, '0xb', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL, NULL, 'i33PMsgPVd7k_5SPDgcP0g', NULL, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xdisputed', 0, '0xa', '0xa', 7, 2000001, NULL, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL, NULL, NULL, NULL, '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xstray', 0, '0xs', '0xs', 7, 1, '0xb', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 'unmatched', NULL, NULL, NULL, NULL);
INSERT INTO public.chain_transfer VALUES ('eth', '0xlost', 0, '0xs', '0xs', 5, 1, '0xb', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 'balance', NULL, 2, NULL, NULL);
INSERT INTO public.chat VALUES (-100, 'Family', true, '2026-11-20 00:00:00+00');
INSERT INTO public.chat VALUES (-200, 'Left', false, '2026-11-20 00:00:00+00');
INSERT INTO public.chat_link VALUES (1, -100, '2026-11-20 00:00:00+00');
INSERT INTO public.claim VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 2, 1, 'VmxPd3UFwYEVXJO2ZLnFIg', 'eth', 2940000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.claim VALUES ('_TtzvvVINI5aDJskJd-_Zg', 2, 1, 'IB61Ek-QgZ9pnP0FpqeykA', 'eth', 13396000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.claim VALUES ('_TtzvvVINI5aDJskJd-_Zg', 3, 2, 'mlKWZxo9KwQtQj7AezrlEQ', 'eth', 36604000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.claim VALUES ('SONGgF4zLi18E7PBc_Id-g', 3, 1, 'kGbmi7u-eBmChjQ8OKXMcg', 'eth', 21917000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.claim VALUES ('zKqJo3rOsF07XJb76OunUA', 2, 1, 'dkP05bo_Tl9paAtP1Ju0gA', 'eth', 10000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.envelope VALUES ('ylynk3ectuLlzyCAg7ZXpw', 1, 'open', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x4202d49baf9c9d23cdfecddb262eebe2af6cac8ecb4941d24acdcbded73b3981', '\x5c63d4601f797aac5e5a904991814fd5568374123c67f746bcf3e74178fca89805168b94861c', '', 'goodLuck', 'goodLuck', -100, 'DfWx733bWQj0OxSvXIJ3ig', '437a30a0c2ec7bb6e92f9703df95c7d8e389489a5339cba4fa9195646d5407c0', '\xa9c7ff006dca78d8195590ec9b0e473c9d601c734248e457781c0ddf961fc620', 500000000000000000, '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-22 12:00:00+00', NULL, false, 3000000000, 0, false);
INSERT INTO public.envelope VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 1, 'refunded', 'ordinary', 'eth', 50000000000000000, 5, 0, 0, 50000000000000000, '\x07ea0adc16e5118c17fec008321f06fecf5cca475e1c8193ec2eee190d0f9402', '\x2e7f0664753f00e276a2e5f648a897eb4332d0fbd6407b5cac4119702e273654ebf4c3468c5f9f', '', 'goodLuck', 'goodLuck', NULL, 'd3gC0IQeB7_eQVTgC2p_Kw', 'fd5ae7977f4a2fa639e883b8bf417933a36e18b41034145e9575e5a8c2c0c63a', '\x3990366aa7babee44c96d15355c3b4a3f37e2e38555c7123925e212c9bb01c34', 10000000000000000, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 1, 'refunded', 'luckyDraw', 'eth', 50000000000000000, 5, 1, 2940000000000000, 47060000000000000, '\x5e66da66a252797475a6833499176e0a4975cb3f492de443b97e8c6fb8da175d', '\x7bf863a3fbafafcf455592c5d7b1a12a7696c412fa0a3f2c3130714431c8ab36ddf6231990652394b12a', '', 'goodLuck', 'goodLuck', NULL, '2C2UEMujQoBN9LC2JpFkhQ', '961cc5bdb5275df3b453d40bb8cdcbea183dd49a64df4abd5a8d3bd3c00802f3', '\x78a8f679d68c59713810e0042ea19b829855ebe1900689df404ecad73782b7e7', 18684000000000000, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('_TtzvvVINI5aDJskJd-_Zg', 1, 'finished', 'luckyDraw', 'eth', 50000000000000000, 2, 2, 50000000000000000, 0, '\x9b27999434b29c1af73f3e749ce51795729ec7a7619aa3ba94a72354e02c98d7', '\x6f4385fe8cdd6de1aac9ac7e990c56069c8d13d60f439a630d14114a326aae2ad03977a8e8aa7a01952c', '', 'goodLuck', 'goodLuck', NULL, 'h5JTSgvF5PAGc6gDEmIBQw', '1d121722da60079700e556c5ac1283f162264871d926dbe280685a40e484b273', '\xdf8c1a85448ead73fdf303e3a9ff5159dc8dae9787b528a19973e9c7ea2b35d9', 36604000000000000, '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-22 12:00:00+00', '2026-11-21 12:00:00+00', false, 150000000, 2, false);
INSERT INTO public.envelope VALUES ('zKqJo3rOsF07XJb76OunUA', 1, 'open', 'ordinary', 'eth', 50000000000000000, 5, 1, 10000000000000000, 0, '\x6c7006da4371214a4f9fa5bcc82c8f2558ef3a7d379d109df4d121252b48b54d', '\xa87af2d971d053b3341a42ccf35c58158ff092921eb5b0d0aca306bc2a8daee74d0a85ee724a', '', 'goodLuck', 'goodLuck', NULL, 'VX4W6bOG__IFCMZprZFtaQ', 'b08651eab3565a67d847d3dfe1489985a3293b70539ce0c020225906ac7f26a9', '\x39270bbb67ccfb9457b1fe5565666dbd37fc8d68b76d28e5ad26ec79f1fe2ee7', 10000000000000000, '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-22 12:00:00+00', NULL, false, 150000000, 0, true);
INSERT INTO public.envelope VALUES ('SONGgF4zLi18E7PBc_Id-g', 1, 'expired', 'luckyDraw', 'eth', 50000000000000000, 3, 1, 21917000000000000, 0, '\x060fc4e66e413f3f50aec28912f92e49a201215234643a599d2644b6a0fcaf58', '\x0b529f032fb0e416f5635ceaef1160f977bf455a633eff818639cb2fbaf22b66fea8f0522886bc39', '', 'goodLuck', 'goodLuck', NULL, 'uVGj7Gcw0o3INGTz9XPs_Q', '49b62956e9152051ac1b1470956d60fb402705b5cdab33229c97188b410e42b8', '\x5754324e378086771a30b64a3b857793cf48f63e9d87fb49ad7a8d9da86e4d18', 21917000000000000, '2026-11-21 12:00:00+00', '2026-11-21 12:00:00+00', '2026-11-22 12:00:00+00', '2026-11-22 12:00:00+00', false, 150000000, 0, true);
INSERT INTO public.envelope VALUES ('nEdHVcb_RfuMzySHNSLwmQ', 1, 'awaitingPayment', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x3d26641ef76ffc02434cdf79dd4effb3bc0b856d9701faf63a2f28e09107f2d5', '\x67cd8560860933a3efc3082d91634778543ea3557b541bf3939488c18989d6f0e9b6', '', 'goodLuck', 'goodLuck', NULL, 'o_83M9aK7CxaqMXZQgjxnQ', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, NULL, false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('PrZ2WF0d0E54ic7mk3b-Iw', 1, 'awaitingPayment', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x0937a7c930291037c977c1b05873a547be10d5eeb20126080804921546a47322', '\x703d50e34fd610ceac1d9261957efbb688a1063e65dac5d0605a458a7f76eed10beb483fa6', '', 'goodLuck', 'goodLuck', NULL, 'W7n1l2HENaGJa2axGfgONA', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, NULL, false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('8bJ0fs8sStrjK4_20eWiJg', 1, 'cancelled', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x23736cf50f7d205929eae77c7f33b4afbb7ad48ca916079e9a88806933095d35', '\x890ddbb6297a9f66a99611cd4d40daa6de9cae0086de4392856b8cbeefb53fb8a2a61b7fd7', '', 'goodLuck', 'goodLuck', NULL, '8CIwdRGt3gLOoGsXXr0yHA', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, '2026-11-21 12:00:00+00', false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('Nz6fCps5p6jXSNqoJZSskQ', 1, 'cancelled', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x789ea9ca12c5325f8cb505160a2f903873d8db489ce19a6fed952c2d78bd1913', '\x3ebb291c14643254a0a3cf44588820e8ba2481e2d739e384fbade6b902c5da70c7daab5096f70575be38', '', 'goodLuck', 'goodLuck', NULL, 'IPBSlSsjGrFTh3ZdguPU2Q', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, '2026-11-21 12:00:00+00', false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('ECFXnmmVaSnXMACyk01VPw', 1, 'awaitingPayment', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x414946ba58794059c99fe2230a47764be7d91162da8717e77dbd85f2afc61ecf', '\xb0936e6aa97bc10a873ae304fd845e5cdf50a822c252435ea2cc46847a9f7bb9be62f4060e65', '', 'goodLuck', 'goodLuck', NULL, 'i33PMsgPVd7k_5SPDgcP0g', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, NULL, false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('VxlA22Nt1tc_Gjrpx1Tz-g', 1, 'awaitingPayment', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x94f4dac4844f5faacee683991591c45231d0a0a4ca9ecd1724c23b43ae272275', '\x69df384d806c69add2aa64b7ba08af2d874a9daf4f3f2572d9bb4bf8e0b179500c93bf83609f', '', 'goodLuck', 'goodLuck', NULL, '_O1iMgzq4yFDO1CWlR0nSA', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, NULL, false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('RgQnYZStSUl51xXv5UvFgA', 1, 'cancelled', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x864ab155a8cb367ca3ef418488f2ecadd9b4800748ed1580bfcbe4d81165ba57', '\xdd34643e5a475e8eccc9f3202a736905ff79bf9c885cad71d69fc27d85a390b03e553d1f299134c80a', '', 'goodLuck', 'goodLuck', NULL, 'lZNDURDVQlDEYaOhqPc2dg', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, '2026-11-21 00:00:00+00', false, NULL, 0, false);
INSERT INTO public.envelope VALUES ('fnogyYkhxe-qZLz0Fhkg1g', 1, 'draft', 'ordinary', 'eth', 1000000000000000000, 2, 0, 0, 0, '\x87172f422b3a04dea49cf52732570893580e1f0921501514e158b4c67f6b5a2c', '\xa5d02bc854882202c877d0bf62168a2b6f26d8aa3a4cdf0b244e736d0d49d419992b42b3ff', '', 'goodLuck', 'goodLuck', NULL, '21LkDQ5b4dKsGUStGEXKrA', NULL, NULL, NULL, '2026-11-21 12:00:00+00', NULL, NULL, NULL, false, NULL, 0, false);
INSERT INTO public.fraud_report VALUES ('new', '@fake', 1, NULL, '2026-11-20 00:00:00+00', NULL, NULL, NULL);
INSERT INTO public.fraud_report VALUES ('confirmed', '@fake', 2, 'asks for money', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 'op', 'seen');
INSERT INTO public.group_post VALUES ('ylynk3ectuLlzyCAg7ZXpw', -100, 5, 'A packet', false, '2026-11-21 00:00:00+00', 1, NULL, NULL);
INSERT INTO public.group_post VALUES ('_TtzvvVINI5aDJskJd-_Zg', -200, NULL, NULL, true, '2026-11-21 00:00:00+00', 10, '2026-11-21 00:00:00+00', 'kicked');
INSERT INTO public.group_post VALUES ('zKqJo3rOsF07XJb76OunUA', -100, NULL, NULL, true, '2026-11-21 00:00:00+00', 0, NULL, NULL);
INSERT INTO public.idempotency_key VALUES (1, 'bearer', 'sendRedEnvelope', 'done', '\x01', 'r1', NULL, '2026-11-20 00:00:00+00', '{}', '2026-11-21 00:00:00+00');
INSERT INTO public.idempotency_key VALUES (1, 'bearer', 'sendRedEnvelope', 'running', '\x01', 'r2', 't', '2026-11-20 00:00:00+00', NULL, '2026-11-21 00:00:00+00');
INSERT INTO public.job_state VALUES ('reconciledBlock:eth', '2');
INSERT INTO public.lease VALUES ('job:refund', 'holder', '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x87a707198392320590139cb043717e3be0afcf45b485c050a7ec9c7bece5de4a:0', 1, 'deposit', 'treasury:eth', 'eth', -5, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x87a707198392320590139cb043717e3be0afcf45b485c050a7ec9c7bece5de4a:0', 2, 'deposit', 'user:2:eth', 'eth', 5, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x23f3ccd242922f719c1dec3e21e11d1cb8fee819a7e2372ff88e6909c0d420ca:0', 1, 'deposit', 'treasury:eth', 'eth', -50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x23f3ccd242922f719c1dec3e21e11d1cb8fee819a7e2372ff88e6909c0d420ca:0', 2, 'deposit', 'order:2C2UEMujQoBN9LC2JpFkhQ', 'eth', 50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:i8dTOB-CyXRFIPvhy4uAGA', 1, 'open', 'order:2C2UEMujQoBN9LC2JpFkhQ', 'eth', -50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:i8dTOB-CyXRFIPvhy4uAGA', 2, 'open', 'envelope:i8dTOB-CyXRFIPvhy4uAGA', 'eth', 50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:VmxPd3UFwYEVXJO2ZLnFIg', 1, 'claim', 'envelope:i8dTOB-CyXRFIPvhy4uAGA', 'eth', -2940000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:VmxPd3UFwYEVXJO2ZLnFIg', 2, 'claim', 'user:2:eth', 'eth', 2940000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x29cd3d056bd4d2066570b623a2b06117cf60b85df58b8962734c6c5c9b7c0372:0', 1, 'deposit', 'treasury:eth', 'eth', -50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x29cd3d056bd4d2066570b623a2b06117cf60b85df58b8962734c6c5c9b7c0372:0', 2, 'deposit', 'order:d3gC0IQeB7_eQVTgC2p_Kw', 'eth', 50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:hdqdA_6DpVCEYY8p6F5gsg', 1, 'open', 'order:d3gC0IQeB7_eQVTgC2p_Kw', 'eth', -50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:hdqdA_6DpVCEYY8p6F5gsg', 2, 'open', 'envelope:hdqdA_6DpVCEYY8p6F5gsg', 'eth', 50000000000000000, '2026-11-20 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('refund:hdqdA_6DpVCEYY8p6F5gsg', 1, 'refund', 'envelope:hdqdA_6DpVCEYY8p6F5gsg', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('refund:hdqdA_6DpVCEYY8p6F5gsg', 2, 'refund', 'user:1:eth', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('refund:i8dTOB-CyXRFIPvhy4uAGA', 1, 'refund', 'envelope:i8dTOB-CyXRFIPvhy4uAGA', 'eth', -47060000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('refund:i8dTOB-CyXRFIPvhy4uAGA', 2, 'refund', 'user:1:eth', 'eth', 47060000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x187e7e79af95951e7ed821fa8485f9b6c24993d6d03e0e5d40a0e2fba07aeae4:0', 1, 'deposit', 'treasury:eth', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x187e7e79af95951e7ed821fa8485f9b6c24993d6d03e0e5d40a0e2fba07aeae4:0', 2, 'deposit', 'order:h5JTSgvF5PAGc6gDEmIBQw', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:_TtzvvVINI5aDJskJd-_Zg', 1, 'open', 'order:h5JTSgvF5PAGc6gDEmIBQw', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:_TtzvvVINI5aDJskJd-_Zg', 2, 'open', 'envelope:_TtzvvVINI5aDJskJd-_Zg', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:IB61Ek-QgZ9pnP0FpqeykA', 1, 'claim', 'envelope:_TtzvvVINI5aDJskJd-_Zg', 'eth', -13396000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:IB61Ek-QgZ9pnP0FpqeykA', 2, 'claim', 'user:2:eth', 'eth', 13396000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:mlKWZxo9KwQtQj7AezrlEQ', 1, 'claim', 'envelope:_TtzvvVINI5aDJskJd-_Zg', 'eth', -36604000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:mlKWZxo9KwQtQj7AezrlEQ', 2, 'claim', 'user:3:eth', 'eth', 36604000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x4c4ebb4087b55bbdfc2e402162f19c8f73ff0b0db007e59845904e51fa6c0bb1:0', 1, 'deposit', 'treasury:eth', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x4c4ebb4087b55bbdfc2e402162f19c8f73ff0b0db007e59845904e51fa6c0bb1:0', 2, 'deposit', 'order:uVGj7Gcw0o3INGTz9XPs_Q', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:SONGgF4zLi18E7PBc_Id-g', 1, 'open', 'order:uVGj7Gcw0o3INGTz9XPs_Q', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:SONGgF4zLi18E7PBc_Id-g', 2, 'open', 'envelope:SONGgF4zLi18E7PBc_Id-g', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:kGbmi7u-eBmChjQ8OKXMcg', 1, 'claim', 'envelope:SONGgF4zLi18E7PBc_Id-g', 'eth', -21917000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:kGbmi7u-eBmChjQ8OKXMcg', 2, 'claim', 'user:3:eth', 'eth', 21917000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x10b60ea2d66db0a57d2f57f0c342662c873d210b87c0e0f3d47fc6957a89f84a:0', 1, 'deposit', 'treasury:eth', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0x10b60ea2d66db0a57d2f57f0c342662c873d210b87c0e0f3d47fc6957a89f84a:0', 2, 'deposit', 'order:VX4W6bOG__IFCMZprZFtaQ', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:zKqJo3rOsF07XJb76OunUA', 1, 'open', 'order:VX4W6bOG__IFCMZprZFtaQ', 'eth', -50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:zKqJo3rOsF07XJb76OunUA', 2, 'open', 'envelope:zKqJo3rOsF07XJb76OunUA', 'eth', 50000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:dkP05bo_Tl9paAtP1Ju0gA', 1, 'claim', 'envelope:zKqJo3rOsF07XJb76OunUA', 'eth', -10000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('claim:dkP05bo_Tl9paAtP1Ju0gA', 2, 'claim', 'user:2:eth', 'eth', 10000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xfff74d1fb7940a9e5fcede3c0a940fd27b872c4ca73fe426ed47aa41dcbe3c6b:0', 1, 'deposit', 'treasury:eth', 'eth', -1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xfff74d1fb7940a9e5fcede3c0a940fd27b872c4ca73fe426ed47aa41dcbe3c6b:0', 2, 'deposit', 'order:DfWx733bWQj0OxSvXIJ3ig', 'eth', 1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:ylynk3ectuLlzyCAg7ZXpw', 1, 'open', 'order:DfWx733bWQj0OxSvXIJ3ig', 'eth', -1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('open:ylynk3ectuLlzyCAg7ZXpw', 2, 'open', 'envelope:ylynk3ectuLlzyCAg7ZXpw', 'eth', 1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xpart:0', 1, 'deposit', 'treasury:eth', 'eth', -100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xpart:0', 2, 'deposit', 'order:W7n1l2HENaGJa2axGfgONA', 'eth', 100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xpartcancelled:0', 1, 'deposit', 'treasury:eth', 'eth', -100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xpartcancelled:0', 2, 'deposit', 'order:IPBSlSsjGrFTh3ZdguPU2Q', 'eth', 100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('orderEnded:IPBSlSsjGrFTh3ZdguPU2Q', 1, 'orderEnded', 'order:IPBSlSsjGrFTh3ZdguPU2Q', 'eth', -100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('orderEnded:IPBSlSsjGrFTh3ZdguPU2Q', 2, 'orderEnded', 'user:1:eth', 'eth', 100000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xwaiting:0', 1, 'deposit', 'treasury:eth', 'eth', -1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xwaiting:0', 2, 'deposit', 'order:_O1iMgzq4yFDO1CWlR0nSA', 'eth', 1000000000000000000, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xlost:0', 1, 'deposit', 'treasury:eth', 'eth', -5, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xlost:0', 2, 'deposit', 'unmatched:eth', 'eth', 5, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xstray:0', 1, 'deposit', 'treasury:eth', 'eth', -7, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('transfer:eth:0xstray:0', 2, 'deposit', 'unmatched:eth', 'eth', 7, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('opening:eth:1', 1, 'opening', 'treasury:eth', 'eth', -11, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('opening:eth:1', 2, 'opening', 'unmatched:eth', 'eth', 11, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('surplus:eth:2', 1, 'surplus', 'treasury:eth', 'eth', -13, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('surplus:eth:2', 2, 'surplus', 'unmatched:eth', 'eth', 13, '2026-11-20 00:00:00+00');
INSERT INTO public.ledger_entry VALUES ('assign:eth:0xlost:0', 1, 'assign', 'unmatched:eth', 'eth', -5, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('assign:eth:0xlost:0', 2, 'assign', 'user:2:eth', 'eth', 5, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('assign:eth:surplus:case-1', 1, 'assign', 'unmatched:eth', 'eth', -3, '2026-11-21 12:00:00+00');
INSERT INTO public.ledger_entry VALUES ('assign:eth:surplus:case-1', 2, 'assign', 'user:2:eth', 'eth', 3, '2026-11-21 12:00:00+00');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'draft', 'envelope.submitted', 'awaitingPayment');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'awaitingPayment', 'envelope.paid', 'open');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'awaitingPayment', 'envelope.orderEnded', 'cancelled');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'open', 'envelope.allClaimed', 'finished');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'open', 'envelope.timePassed', 'expired');
INSERT INTO public.lifecycle_edge VALUES ('envelope', 'expired', 'envelope.restReturned', 'refunded');
INSERT INTO public.lifecycle_edge VALUES ('order', 'awaitingPayment', 'payment.seen', 'confirming');
INSERT INTO public.lifecycle_edge VALUES ('order', 'awaitingPayment', 'payment.partFinal', 'partiallyPaid');
INSERT INTO public.lifecycle_edge VALUES ('order', 'awaitingPayment', 'payment.fullFinal', 'paid');
INSERT INTO public.lifecycle_edge VALUES ('order', 'awaitingPayment', 'order.cancelled', 'cancelled');
INSERT INTO public.lifecycle_edge VALUES ('order', 'awaitingPayment', 'order.graceOver', 'expired');
INSERT INTO public.lifecycle_edge VALUES ('order', 'partiallyPaid', 'payment.seen', 'confirming');
INSERT INTO public.lifecycle_edge VALUES ('order', 'partiallyPaid', 'payment.fullFinal', 'paid');
INSERT INTO public.lifecycle_edge VALUES ('order', 'partiallyPaid', 'order.cancelled', 'cancelled');
INSERT INTO public.lifecycle_edge VALUES ('order', 'partiallyPaid', 'order.graceOver', 'expired');
INSERT INTO public.lifecycle_edge VALUES ('order', 'confirming', 'payment.fullFinal', 'paid');
INSERT INTO public.lifecycle_edge VALUES ('order', 'confirming', 'payment.partFinal', 'partiallyPaid');
INSERT INTO public.lifecycle_edge VALUES ('order', 'confirming', 'payment.dropped', 'awaitingPayment');
INSERT INTO public.lifecycle_edge VALUES ('order', 'confirming', 'payment.droppedAfterPart', 'partiallyPaid');
INSERT INTO public.notification VALUES ('waiting', 1, 'orderExpired', '{}', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 0, NULL, NULL, false);
INSERT INTO public.notification VALUES ('sent', 1, 'firstClaim', '{}', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 1, '2026-11-20 00:00:00+00', NULL, false);
INSERT INTO public.notification VALUES ('failed', 2, 'excessToBalance', '{}', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 10, NULL, '2026-11-20 00:00:00+00', false);
INSERT INTO public.notification VALUES ('warning', 2, 'walletBound', '{}', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 0, NULL, NULL, true);
INSERT INTO public.operator_action VALUES ('assign:eth:0xlost:0', 'assignTransfer', 'op', 'letter', 2, 'eth', 5, '2026-11-21 12:00:00+00');
INSERT INTO public.operator_action VALUES ('assign:eth:surplus:case-1', 'assignSurplus', 'op', 'letter', 2, 'eth', 3, '2026-11-21 12:00:00+00');
INSERT INTO public.payment_code VALUES ('\x01', '\x01', 1, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.payment_code VALUES ('\x02', '\x02', 1, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.payment_code_order VALUES ('\x02', 'o_83M9aK7CxaqMXZQgjxnQ');
INSERT INTO public.payment_order VALUES ('2C2UEMujQoBN9LC2JpFkhQ', 1, 'paid', 'eth', 50000000000000000, 50000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-20 12:00:00+00', '2026-11-20 12:30:00+00', '2026-11-20 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('d3gC0IQeB7_eQVTgC2p_Kw', 1, 'paid', 'eth', 50000000000000000, 50000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-20 12:00:00+00', '2026-11-20 12:30:00+00', '2026-11-20 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('21LkDQ5b4dKsGUStGEXKrA', 1, 'awaitingPayment', 'eth', 1000000000000000000, 0, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', NULL, NULL);
INSERT INTO public.payment_order VALUES ('h5JTSgvF5PAGc6gDEmIBQw', 1, 'paid', 'eth', 50000000000000000, 50000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('uVGj7Gcw0o3INGTz9XPs_Q', 1, 'paid', 'eth', 50000000000000000, 50000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('VX4W6bOG__IFCMZprZFtaQ', 1, 'paid', 'eth', 50000000000000000, 50000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('_O1iMgzq4yFDO1CWlR0nSA', 1, 'paid', 'eth', 1000000000000000000, 1000000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('DfWx733bWQj0OxSvXIJ3ig', 1, 'paid', 'eth', 1000000000000000000, 1000000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('o_83M9aK7CxaqMXZQgjxnQ', 1, 'awaitingPayment', 'eth', 1000000000000000000, 0, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', NULL, NULL);
INSERT INTO public.payment_order VALUES ('i33PMsgPVd7k_5SPDgcP0g', 1, 'confirming', 'eth', 1000000000000000000, 0, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', NULL, NULL);
INSERT INTO public.payment_order VALUES ('W7n1l2HENaGJa2axGfgONA', 1, 'partiallyPaid', 'eth', 1000000000000000000, 100000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', NULL, NULL);
INSERT INTO public.payment_order VALUES ('8CIwdRGt3gLOoGsXXr0yHA', 1, 'cancelled', 'eth', 1000000000000000000, 0, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('lZNDURDVQlDEYaOhqPc2dg', 1, 'expired', 'eth', 1000000000000000000, 0, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 00:00:00+00', NULL);
INSERT INTO public.payment_order VALUES ('IPBSlSsjGrFTh3ZdguPU2Q', 1, 'cancelled', 'eth', 1000000000000000000, 100000000000000000, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', 'eip155:31337', NULL, 100, '2026-11-21 12:00:00+00', '2026-11-21 12:30:00+00', '2026-11-21 12:00:00+00', NULL);
INSERT INTO public.payment_report VALUES ('eth', '0x23f3ccd242922f719c1dec3e21e11d1cb8fee819a7e2372ff88e6909c0d420ca', '2C2UEMujQoBN9LC2JpFkhQ', '2026-11-20 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0x29cd3d056bd4d2066570b623a2b06117cf60b85df58b8962734c6c5c9b7c0372', 'd3gC0IQeB7_eQVTgC2p_Kw', '2026-11-20 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0x187e7e79af95951e7ed821fa8485f9b6c24993d6d03e0e5d40a0e2fba07aeae4', 'h5JTSgvF5PAGc6gDEmIBQw', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0x4c4ebb4087b55bbdfc2e402162f19c8f73ff0b0db007e59845904e51fa6c0bb1', 'uVGj7Gcw0o3INGTz9XPs_Q', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0x10b60ea2d66db0a57d2f57f0c342662c873d210b87c0e0f3d47fc6957a89f84a', 'VX4W6bOG__IFCMZprZFtaQ', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0xfff74d1fb7940a9e5fcede3c0a940fd27b872c4ca73fe426ed47aa41dcbe3c6b', 'DfWx733bWQj0OxSvXIJ3ig', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0xpart', 'W7n1l2HENaGJa2axGfgONA', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0xpartcancelled', 'IPBSlSsjGrFTh3ZdguPU2Q', '2026-11-21 12:00:00+00');
INSERT INTO public.payment_report VALUES ('eth', '0xwaiting', '_O1iMgzq4yFDO1CWlR0nSA', '2026-11-21 12:00:00+00');
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 3, 150, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 8, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 5, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 6, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 7, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 4, 1, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 2, 15000, 1);
INSERT INTO public.ranking_step VALUES ('user', '2026-11-16', 1, 1500000, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 2, 15000, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 4, 1, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 6, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 1, 1500000, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 7, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 5, 0, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 3, 150, 1);
INSERT INTO public.ranking_step VALUES ('user', 'all', 8, 0, 1);
INSERT INTO public.ranking_sum VALUES ('user', 1, '2026-11-16', 150000000, false);
INSERT INTO public.ranking_sum VALUES ('user', 1, 'all', 150000000, false);
INSERT INTO public.schema_migration VALUES ('0001_initial.sql', 'e01d18286397e51b09ca79e180bf11d56644148f7935ffb7be01ed0405738fef');
INSERT INTO public.schema_migration VALUES ('0002_upkeep.sql', '766fa25172b012c51a3e93c868092854143f0e326db270eb4436db1e2b6e3f06');
INSERT INTO public.schema_migration VALUES ('0003_order_key.sql', 'de5a5ec743596bfcb2cba41a556669e0032775b13cd85b8d818c0947d165d101');
INSERT INTO public.schema_migration VALUES ('0004_chain_trust.sql', '68c84134f38f4da7cf1554f35c7445646cfc3f132310df4df19c576e06b81717');
INSERT INTO public.schema_migration VALUES ('0005_limits.sql', 'b0d3996798d295f9eb069198208fe3bf4142d170340cd3f01c7d0dbacb722654');
INSERT INTO public.schema_migration VALUES ('0006_people.sql', '1a1b8a296b9ec6240b46c49e3cc890b6a6ab83251106733740a66bc71da8bf3e');
INSERT INTO public.schema_migration VALUES ('0007_codes.sql', '474f70e057b688bfd022e75f0834ca3744fdd14de8f95ad15543fabb99fb6dc5');
INSERT INTO public.schema_migration VALUES ('0008_covers.sql', '4d8c2dd91ba5bde5a22325f129e2a6a57971f108af9d6107e1311e9253d6b58c');
INSERT INTO public.schema_migration VALUES ('0009_values.sql', 'c6dab8f710bdf59f45da9b183a2e2a85807abcd52f0824567178aacb7a0644c4');
INSERT INTO public.schema_migration VALUES ('0010_reports.sql', 'b231fecf752a356f9817a82fa9cfd2ff5e0aeab97cef170a8c289fbb1cb06f2f');
INSERT INTO public.schema_migration VALUES ('0012_positions.sql', '7ba3e1fb96d36d7e770028d45016db8358c9407a4e7c3ef590bea3afd5bcfd51');
INSERT INTO public.session VALUES ('live', '\x01', 1, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-12-20 00:00:00+00', NULL);
INSERT INTO public.session VALUES ('revoked', '\x02', 2, '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-12-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.share VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 1, 2940000000000000);
INSERT INTO public.share VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 2, 11455000000000000);
INSERT INTO public.share VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 3, 18684000000000000);
INSERT INTO public.share VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 4, 4075000000000000);
INSERT INTO public.share VALUES ('i8dTOB-CyXRFIPvhy4uAGA', 5, 12846000000000000);
INSERT INTO public.share VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 1, 10000000000000000);
INSERT INTO public.share VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 2, 10000000000000000);
INSERT INTO public.share VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 3, 10000000000000000);
INSERT INTO public.share VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 4, 10000000000000000);
INSERT INTO public.share VALUES ('hdqdA_6DpVCEYY8p6F5gsg', 5, 10000000000000000);
INSERT INTO public.share VALUES ('_TtzvvVINI5aDJskJd-_Zg', 1, 13396000000000000);
INSERT INTO public.share VALUES ('_TtzvvVINI5aDJskJd-_Zg', 2, 36604000000000000);
INSERT INTO public.share VALUES ('SONGgF4zLi18E7PBc_Id-g', 1, 21917000000000000);
INSERT INTO public.share VALUES ('SONGgF4zLi18E7PBc_Id-g', 2, 10100000000000000);
INSERT INTO public.share VALUES ('SONGgF4zLi18E7PBc_Id-g', 3, 17983000000000000);
INSERT INTO public.share VALUES ('zKqJo3rOsF07XJb76OunUA', 1, 10000000000000000);
INSERT INTO public.share VALUES ('zKqJo3rOsF07XJb76OunUA', 2, 10000000000000000);
INSERT INTO public.share VALUES ('zKqJo3rOsF07XJb76OunUA', 3, 10000000000000000);
INSERT INTO public.share VALUES ('zKqJo3rOsF07XJb76OunUA', 4, 10000000000000000);
INSERT INTO public.share VALUES ('zKqJo3rOsF07XJb76OunUA', 5, 10000000000000000);
INSERT INTO public.share VALUES ('ylynk3ectuLlzyCAg7ZXpw', 1, 500000000000000000);
INSERT INTO public.share VALUES ('ylynk3ectuLlzyCAg7ZXpw', 2, 500000000000000000);
INSERT INTO public.tg_user VALUES (2, NULL, 'Person 2', NULL, NULL, 'en', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, false, true);
INSERT INTO public.tg_user VALUES (3, NULL, 'Person 3', NULL, NULL, 'en', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, false, true);
INSERT INTO public.tg_user VALUES (1, NULL, 'Person 1', NULL, NULL, 'en', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', NULL, 'anna@mail.example', 'x', NULL, NULL, NULL, false, true);
INSERT INTO public.verification_code VALUES ('open', 1, 'updateEmail', '\x01', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 0, NULL);
INSERT INTO public.verification_code VALUES ('used', 1, 'recoverSecurityCode', '\x01', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', 2, '2026-11-20 00:00:00+00');
INSERT INTO public.wallet VALUES ('wallet-1', 1, 'ETH', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '0x6b86b273ff34fce19d6b804eff5a3f5747ada4ea', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', NULL);
INSERT INTO public.wallet VALUES ('typed', 2, 'ETH', '0xB', '0xb', NULL, '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.wallet VALUES ('unbound', 3, 'ETH', '0xC', '0xc', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.wallet_challenge VALUES ('open', 1, 'ETH', '0xa', 'prove', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.wallet_challenge VALUES ('used', 1, 'ETH', '0xa', 'prove', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.wallet_challenge VALUES ('bare', 1, 'Ton', NULL, 'prove', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL);
ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY public.bot_answer
    ADD CONSTRAINT bot_answer_pkey PRIMARY KEY (chat_id);
ALTER TABLE ONLY public.bot_update
    ADD CONSTRAINT bot_update_pkey PRIMARY KEY (update_id);
ALTER TABLE ONLY public.chain_cursor
    ADD CONSTRAINT chain_cursor_pkey PRIMARY KEY (coin_type);
ALTER TABLE ONLY public.chain_identity
    ADD CONSTRAINT chain_identity_pkey PRIMARY KEY (coin_type);
ALTER TABLE ONLY public.chain_transfer
    ADD CONSTRAINT chain_transfer_pkey PRIMARY KEY (coin_type, tx_hash, transfer_index);
ALTER TABLE ONLY public.chat_link
    ADD CONSTRAINT chat_link_pkey PRIMARY KEY (tg_user_id, chat_id);
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (chat_id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_envelope_id_slot_key UNIQUE (envelope_id, slot);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (envelope_id, tg_user_id);
ALTER TABLE ONLY public.envelope
    ADD CONSTRAINT envelope_pkey PRIMARY KEY (envelope_id);
ALTER TABLE ONLY public.fraud_report
    ADD CONSTRAINT fraud_report_account_tg_user_id_key UNIQUE (account, tg_user_id);
ALTER TABLE ONLY public.fraud_report
    ADD CONSTRAINT fraud_report_pkey PRIMARY KEY (report_id);
ALTER TABLE ONLY public.group_post
    ADD CONSTRAINT group_post_pkey PRIMARY KEY (envelope_id);
ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (tg_user_id, authority, operation, key);
ALTER TABLE ONLY public.job_state
    ADD CONSTRAINT job_state_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (transaction_id, line);
ALTER TABLE ONLY public.lifecycle_edge
    ADD CONSTRAINT lifecycle_edge_pkey PRIMARY KEY (chart, source, event);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (notification_id);
ALTER TABLE ONLY public.operator_action
    ADD CONSTRAINT operator_action_pkey PRIMARY KEY (transaction_id);
ALTER TABLE ONLY public.payment_code_order
    ADD CONSTRAINT payment_code_order_pkey PRIMARY KEY (code_hash, order_id);
ALTER TABLE ONLY public.payment_code
    ADD CONSTRAINT payment_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_request_id_key UNIQUE (request_id);
ALTER TABLE ONLY public.payment_report
    ADD CONSTRAINT payment_report_pkey PRIMARY KEY (coin_type, tx_hash, order_id);
ALTER TABLE ONLY public.ranking_step
    ADD CONSTRAINT ranking_step_pkey PRIMARY KEY (kind, period, level, prefix);
ALTER TABLE ONLY public.ranking_sum
    ADD CONSTRAINT ranking_sum_pkey PRIMARY KEY (kind, subject_id, period);
ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_pkey PRIMARY KEY (envelope_id, slot);
ALTER TABLE ONLY public.tg_user
    ADD CONSTRAINT tg_user_pkey PRIMARY KEY (tg_user_id);
ALTER TABLE ONLY public.verification_code
    ADD CONSTRAINT verification_code_pkey PRIMARY KEY (code_id);
ALTER TABLE ONLY public.wallet_challenge
    ADD CONSTRAINT wallet_challenge_pkey PRIMARY KEY (challenge_id);
ALTER TABLE ONLY public.wallet
    ADD CONSTRAINT wallet_pkey PRIMARY KEY (wallet_id);
CREATE INDEX bot_answer_due ON public.bot_answer USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX bot_update_received ON public.bot_update USING btree (received_at);
CREATE INDEX bot_update_waiting ON public.bot_update USING btree (update_id) WHERE (done_at IS NULL);
CREATE INDEX chain_transfer_by_order ON public.chain_transfer USING btree (order_id);
CREATE INDEX chain_transfer_by_sender ON public.chain_transfer USING btree (coin_type, from_address_key);
CREATE INDEX chain_transfer_disputed ON public.chain_transfer USING btree (coin_type) WHERE ((disputed_at IS NOT NULL) AND (settled_at IS NULL));
CREATE INDEX chain_transfer_settled ON public.chain_transfer USING btree (coin_type, "position") INCLUDE (amount_base) WHERE (settled_at IS NOT NULL);
CREATE INDEX chain_transfer_unsettled ON public.chain_transfer USING btree (coin_type, "position") WHERE (settled_at IS NULL);
CREATE INDEX claim_by_user ON public.claim USING btree (tg_user_id, claimed_at DESC, claim_id DESC) INCLUDE (coin_type, amount_base);
CREATE INDEX envelope_awaiting_payment ON public.envelope USING btree (order_id) WHERE (status = 'awaitingPayment'::text);
CREATE INDEX envelope_by_chat_and_passphrase ON public.envelope USING btree (chat_id, passphrase_hash) WHERE (chat_id IS NOT NULL);
CREATE INDEX envelope_by_generated_passphrase ON public.envelope USING btree (passphrase_hash) WHERE has_generated_passphrase;
CREATE INDEX envelope_by_order ON public.envelope USING btree (order_id);
CREATE INDEX envelope_by_passphrase ON public.envelope USING btree (passphrase_hash, expires_at);
CREATE INDEX envelope_by_sender ON public.envelope USING btree (sender_id, created_at DESC, envelope_id DESC);
CREATE INDEX envelope_expiring ON public.envelope USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX envelope_ranking_due ON public.envelope USING btree (envelope_id) WHERE is_ranking_due;
CREATE INDEX envelope_refundable ON public.envelope USING btree (expires_at) WHERE (status = 'expired'::text);
CREATE INDEX group_post_due ON public.group_post USING btree (next_attempt_at) WHERE (is_stale AND (failed_at IS NULL));
CREATE INDEX idempotency_key_expiring ON public.idempotency_key USING btree (expires_at);
CREATE INDEX ledger_entry_by_account ON public.ledger_entry USING btree (account) INCLUDE (amount_base);
CREATE INDEX notification_due ON public.notification USING btree (is_warning DESC, next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX notification_waiting ON public.notification USING btree (tg_user_id, next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX payment_code_by_user ON public.payment_code USING btree (tg_user_id, expires_at);
CREATE INDEX payment_code_expiring ON public.payment_code USING btree (expires_at);
CREATE INDEX payment_order_by_address ON public.payment_order USING btree (coin_type, from_address_key, created_at);
CREATE INDEX payment_order_open_by_address ON public.payment_order USING btree (coin_type, from_address_key, created_at) WHERE (status = ANY (ARRAY['awaitingPayment'::text, 'partiallyPaid'::text, 'confirming'::text]));
CREATE INDEX payment_order_open_by_user ON public.payment_order USING btree (tg_user_id, created_at) WHERE (status = ANY (ARRAY['awaitingPayment'::text, 'partiallyPaid'::text, 'confirming'::text]));
CREATE INDEX payment_order_reference ON public.payment_order USING btree (coin_type, reference) WHERE (reference IS NOT NULL);
CREATE INDEX payment_report_by_order ON public.payment_report USING btree (order_id, reported_at);
CREATE INDEX ranking_sum_by_value ON public.ranking_sum USING btree (kind, period, value_micros DESC, subject_id) WHERE (NOT is_hidden);
CREATE INDEX session_by_user ON public.session USING btree (tg_user_id);
CREATE INDEX session_ending ON public.session USING btree (last_possible_at);
CREATE INDEX verification_code_expiring ON public.verification_code USING btree (expires_at);
CREATE INDEX verification_code_newest ON public.verification_code USING btree (tg_user_id, purpose, created_at);
CREATE INDEX wallet_by_address ON public.wallet USING btree (type, address_key) WHERE (unbound_at IS NULL);
CREATE INDEX wallet_by_address_ever ON public.wallet USING btree (type, address_key, created_at);
CREATE INDEX wallet_challenge_expiring ON public.wallet_challenge USING btree (expires_at);
CREATE UNIQUE INDEX wallet_one_per_type ON public.wallet USING btree (tg_user_id, type) WHERE (unbound_at IS NULL);
CREATE UNIQUE INDEX wallet_proven_once ON public.wallet USING btree (type, address_key) WHERE ((proven_at IS NOT NULL) AND (unbound_at IS NULL));
CREATE TRIGGER envelope_ranking_due BEFORE UPDATE OF claimed_count ON public.envelope FOR EACH ROW WHEN (((new.claimed_count > old.claimed_count) AND (new.value_micros IS NOT NULL) AND (NOT new.is_ranking_due))) EXECUTE FUNCTION public.mark_ranking_due();
CREATE TRIGGER envelope_status BEFORE UPDATE OF status ON public.envelope FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_status('envelope');
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER ledger_entry_balanced AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_unbalanced();
CREATE TRIGGER operator_action_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_action FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER payment_order_status BEFORE UPDATE OF status ON public.payment_order FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_status('order');
CREATE TRIGGER ranking_sum_steps AFTER INSERT OR DELETE OR UPDATE ON public.ranking_sum FOR EACH ROW EXECUTE FUNCTION public.count_ranking_steps();
ALTER TABLE ONLY public.chain_transfer
    ADD CONSTRAINT chain_transfer_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(order_id);
ALTER TABLE ONLY public.chain_transfer
    ADD CONSTRAINT chain_transfer_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.chat_link
    ADD CONSTRAINT chat_link_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chat(chat_id);
ALTER TABLE ONLY public.chat_link
    ADD CONSTRAINT chat_link_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES public.envelope(envelope_id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.envelope
    ADD CONSTRAINT envelope_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chat(chat_id);
ALTER TABLE ONLY public.envelope
    ADD CONSTRAINT envelope_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(order_id);
ALTER TABLE ONLY public.envelope
    ADD CONSTRAINT envelope_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.fraud_report
    ADD CONSTRAINT fraud_report_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.group_post
    ADD CONSTRAINT group_post_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES public.envelope(envelope_id);
ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.operator_action
    ADD CONSTRAINT operator_action_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.payment_code_order
    ADD CONSTRAINT payment_code_order_code_hash_fkey FOREIGN KEY (code_hash) REFERENCES public.payment_code(code_hash);
ALTER TABLE ONLY public.payment_code_order
    ADD CONSTRAINT payment_code_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(order_id);
ALTER TABLE ONLY public.payment_code
    ADD CONSTRAINT payment_code_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.payment_report
    ADD CONSTRAINT payment_report_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(order_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES public.envelope(envelope_id);
ALTER TABLE ONLY public.verification_code
    ADD CONSTRAINT verification_code_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.wallet_challenge
    ADD CONSTRAINT wallet_challenge_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
ALTER TABLE ONLY public.wallet
    ADD CONSTRAINT wallet_tg_user_id_fkey FOREIGN KEY (tg_user_id) REFERENCES public.tg_user(tg_user_id);
