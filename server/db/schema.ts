import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { CoinType, WalletType } from "#domain/coins.ts";
import type { DrawLeaf } from "#domain/draw/drawRoot.ts";
import type { Reaction } from "#domain/envelope/reactions.ts";
import type { DrawRule } from "#domain/envelope/validateSend.ts";

type PayoutStatus = components["schemas"]["PayoutStatus"];
type SpendingBlockCause = components["schemas"]["SpendingBlock"]["cause"];
export type LetterQueue = "notification" | "inline_message" | "bot_answer" | "bot_update" | "alarm_message";
type HeldReason = NonNullable<components["schemas"]["Payout"]["heldReason"]>;

/** A nullable column that an insert may omit. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

declare const CHANGED: unique symbol;
/** Marks a status that `changeStatus` made, which hands the history when and why. */
export interface Changed {
  [CHANGED]: true;
}
type Status<S extends string> = ColumnType<S, S, S & Changed>;
/** What the trigger takes out of a row whose status changes. */
interface ChangeColumns {
  changed_at: Optional<Date>;
  changed_by: Optional<string>;
  changed_event: Optional<string>;
}

/** What an endpoint tells of a transfer. */
export interface StoredReading {
  from_address: string;
  from_address_key: string;
  amount_base: string;
  reference: string | null;
  position: string;
  block_ref: string | null;
  block_time: string;
  reported_as: string | null;
}

/** A chat as it was at the send of an envelope that asks for its members. */
export interface StoredCondition {
  chatId: string;
  title: string;
  /** The public name, without the at sign; null for a private chat. */
  username: string | null;
}

/** Tables of baseline.sql and migrations/. numeric(78,0) and int8 are bigint, timestamptz is Date, bytea is Buffer. */
export interface Schema {
  tg_user: {
    tg_user_id: bigint;
    username: Optional<string>;
    first_name: string;
    last_name: Optional<string>;
    photo_url: Optional<string>;
    lang: string;
    allows_write_to_pm: Generated<boolean>;
    write_access_changed_at: Optional<Date>;
    /** `sealText` of the address. */
    email_sealed: Optional<Buffer>;
    security_code_hash: Optional<string>;
    cover_id: Optional<string>;
    message_id: Optional<string>;
    hides_from_ranking: Generated<boolean>;
    allows_notifications: Generated<boolean>;
    leaving_as: Optional<bigint>;
    created_at: Date;
    updated_at: Date;
  };
  spending_block: { tg_user_id: bigint; coin_type: CoinType | ""; cause: SpendingBlockCause; until: Date };
  session: {
    session_id: string;
    token_hash: Buffer;
    tg_user_id: bigint;
    created_at: Date;
    expires_at: Date;
    last_possible_at: Date;
    revoked_at: Optional<Date>;
    launch_hash: Optional<Buffer>;
  };
  departed_person: {
    tg_user_id: bigint;
    deleted_at: Date;
    launch_hashes: Buffer[];
  };
  chat: {
    chat_id: bigint;
    title: string;
    is_bot_member: boolean;
    kind: Generated<"group" | "channel">;
    /** The public name, without the at sign. */
    username: Optional<string>;
    is_bot_administrator: Generated<boolean>;
    updated_at: Date;
    /** The id under which it goes on, since it became a supergroup. */
    moved_to_chat_id: Optional<bigint>;
  };
  chat_link: {
    tg_user_id: bigint;
    chat_id: bigint;
    linked_at: Date;
    /** The topic of the forum from which the person last came. */
    thread_id: Optional<bigint>;
  };
  wallet: {
    wallet_id: string;
    tg_user_id: bigint;
    type: WalletType;
    address: string;
    address_key: string;
    proven_at: Optional<Date>;
    created_at: Date;
    unbound_at: Optional<Date>;
  };
  wallet_challenge: {
    challenge_id: string;
    tg_user_id: bigint;
    type: WalletType;
    address_key: Optional<string>;
    message: string;
    created_at: Date;
    expires_at: Date;
    used_at: Optional<Date>;
  };
  verification_code: {
    code_id: string;
    tg_user_id: bigint;
    purpose: "updateEmail" | "recoverSecurityCode";
    code_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    tries: Generated<number>;
    used_at: Optional<Date>;
  };
  payment_order: ChangeColumns & {
    order_id: string;
    tg_user_id: bigint;
    status: Status<"awaitingPayment" | "partiallyPaid" | "confirming" | "paid" | "cancelled" | "expired">;
    coin_type: CoinType;
    amount_base: bigint;
    paid_base: Generated<bigint>;
    treasury_address: string;
    from_address: Optional<string>;
    from_address_key: Optional<string>;
    network: string;
    reference: Optional<string>;
    request_id: Optional<string>;
    envelope_ids: Generated<string[]>;
    is_opening_due: Generated<boolean>;
    is_counted: Generated<boolean>;
    created_position: Optional<bigint>;
    created_at: Date;
    expires_at: Date;
    settled_at: Optional<Date>;
  };
  envelope: ChangeColumns & {
    envelope_id: string;
    sender_id: bigint;
    status: Status<"draft" | "awaitingPayment" | "open" | "finished" | "expired" | "refunded" | "cancelled">;
    type: "ordinary" | "luckyDraw";
    coin_type: CoinType;
    total_base: bigint;
    count: number;
    claimed_count: Generated<number>;
    claimed_base: Generated<bigint>;
    refunded_base: Generated<bigint>;
    claim_rule: Generated<"passphrase" | "members">;
    /** Whoever opens it has to be a member of each. */
    conditions: ColumnType<StoredCondition[], string | undefined, string>;
    passphrase_hash: Optional<Buffer>;
    passphrase_cipher: Optional<Buffer>;
    has_generated_passphrase: Generated<boolean>;
    remark: Generated<string>;
    cover_id: Optional<string>;
    message_id: Optional<string>;
    chat_id: Optional<bigint>;
    order_id: string;
    commitment: Optional<string>;
    salt: Optional<Buffer>;
    best_base: Optional<bigint>;
    value_micros: Optional<bigint>;
    record_status: GeneratedAlways<"notReceived" | "partiallyReceived" | "received">;
    is_summed: Generated<boolean>;
    created_at: Date;
    opened_at: Optional<Date>;
    expires_at: Optional<Date>;
    ended_at: Optional<Date>;
    draw_rule: Generated<DrawRule>;
    draw_window_s: Optional<number>;
    entry_count: Generated<number>;
    closes_at: Optional<Date>;
  };
  beacon_round: { round: bigint; signature: Buffer; verified_at: Date };
  draw_key: {
    valid_from: Date;
    valid_until: Date;
    public_key: string;
    seed_sealed: Buffer;
    certified_by: Optional<string>;
    certificate: Optional<string>;
  };
  draw_root: {
    round: bigint;
    made_at: Date;
    body: string;
    signature: string;
    leaves: ColumnType<DrawLeaf[], string, never>;
  };
  draw_window: {
    envelope_id: string;
    round: bigint;
    opened_at: Date;
    closes_at: Date;
    entries: number;
    head: Buffer;
    closed_at: Optional<Date>;
    settled_at: Optional<Date>;
    is_undrawn: Generated<boolean>;
    told_at: Optional<Date>;
  };
  entry: {
    envelope_id: string;
    tg_user_id: bigint;
    entry_id: string;
    place: number;
    round: bigint;
    head: Buffer;
    entered_at: Date;
    status: Generated<"waiting" | "won" | "lost" | "undrawn">;
  };
  passphrase_envelope: {
    passphrase_hash: Buffer;
    envelope_id: string;
    chat_id: Optional<bigint>;
    is_generated: boolean;
  };
  ranking_sum: {
    kind: "user" | "chat";
    subject_id: bigint;
    period: string;
    value_micros: bigint;
    is_hidden: Generated<boolean>;
  };
  ranked_share: {
    sender_id: bigint;
    claimer_id: bigint;
    week: string;
    envelope_id: string;
    chat_id: Optional<bigint>;
    claimed_at: Date;
    value_micros: bigint;
  };
  group_claimer: { chat_id: bigint; tg_user_id: bigint };
  share: { envelope_id: string; slot: number; amount_base: bigint };
  claim: {
    envelope_id: string;
    tg_user_id: bigint;
    slot: number;
    number: number;
    claim_id: string;
    coin_type: CoinType;
    amount_base: bigint;
    claimed_at: Date;
    reaction: Optional<Reaction>;
    is_opening_due: Generated<boolean>;
  };
  deposit_reference: {
    coin_type: CoinType;
    network: string;
    reference: string;
    tg_user_id: bigint;
    created_at: Date;
  };
  past_reference: {
    coin_type: CoinType;
    network: string;
    reference: string;
    tg_user_id: bigint;
    created_at: Date;
  };
  past_payer: { coin_type: CoinType; address_key: string; tg_user_id: bigint; since: Date; until: Date };
  ledger_entry: {
    transaction_id: string;
    line: number;
    kind: string;
    account: string;
    coin_type: CoinType;
    amount_base: bigint;
    created_at: Date;
    home: string;
  };
  ended_count: { chart: "envelope" | "order"; status: string; count: Generated<bigint> };
  account_total: {
    tg_user_id: bigint;
    coin_type: CoinType;
    balance_base: Generated<bigint>;
    entry_count: Generated<bigint>;
    claim_count: Generated<bigint>;
    claimed_base: Generated<bigint>;
    best_luck_count: Generated<bigint>;
    sent_base: Generated<bigint>;
    paid_out_base: Generated<bigint>;
    not_received_count: Generated<bigint>;
    partially_received_count: Generated<bigint>;
    received_count: Generated<bigint>;
  };
  status_history: {
    chart: "envelope" | "order" | "payout";
    id: string;
    step: number;
    source: Optional<string>;
    event: Optional<string>;
    target: string;
    at: Optional<Date>;
    cause: string;
    is_end: Generated<boolean>;
  };
  payout: ChangeColumns & {
    payout_id: string;
    tg_user_id: bigint;
    coin_type: CoinType;
    status: Status<PayoutStatus>;
    gross_base: bigint;
    fee_base: bigint;
    fee_cap_base: bigint;
    to_address: string;
    to_address_key: string;
    network: string;
    is_automatic: Generated<boolean>;
    held_reason: Optional<HeldReason>;
    is_hour_limit: Generated<boolean>;
    held_at: Optional<Date>;
    retry_at: Optional<Date>;
    offered_back_at: Optional<Date>;
    released_at: Optional<Date>;
    request_id: Optional<string>;
    created_at: Date;
    signed_at: Optional<Date>;
    tx_hash: Optional<string>;
    position: Optional<bigint>;
    returned_position: Optional<bigint>;
    spent_base: Optional<bigint>;
    settled_at: Optional<Date>;
  };
  payout_sender: { coin_type: CoinType; address_key: string; next_sequence: Optional<bigint> };
  payout_attempt: {
    payout_id: string;
    attempt: number;
    coin_type: CoinType;
    sender_key: string;
    sequence: Optional<bigint>;
    tx_hash: string;
    part: Generated<number>;
    raw: Buffer;
    max_fee_base: bigint;
    valid_until: Optional<bigint>;
    signed_at: Date;
    signed_position: bigint;
    lost_at: Optional<Date>;
  };
  payout_sequence: {
    coin_type: CoinType;
    sender_key: string;
    sequence: bigint;
    payout_id: string;
    lost_at: Optional<Date>;
  };
  payout_quote: {
    quote_id: string;
    tg_user_id: bigint;
    coin_type: CoinType;
    gross_base: bigint;
    fee_base: bigint;
    to_address: string;
    to_address_key: string;
    created_at: Date;
    expires_at: Date;
  };
  auto_payout: {
    tg_user_id: bigint;
    coin_type: CoinType;
    max_fee_base: bigint;
    created_at: Date;
    tried_at: Optional<Date>;
  };
  lifecycle_edge: { chart: string; source: string; event: string; target: string };
  payment_code: {
    code_hash: Buffer;
    code_cipher: Buffer;
    tg_user_id: bigint;
    created_at: Date;
    expires_at: Date;
    used_at: Optional<Date>;
    prove_type: Optional<WalletType>;
    proven_wallet_id: Optional<string>;
    order_id: Optional<string>;
  };
  handoff_code: { code_hash: Buffer; order_id: string; expires_at: Date; used_at: Optional<Date> };
  payment_code_order: { code_hash: Buffer; order_id: string };
  payment_report: {
    coin_type: CoinType;
    tx_hash: string;
    order_id: string;
    reported_at: Date;
  };
  chain_cursor: {
    coin_type: CoinType;
    settled_position: bigint;
    head_position: bigint;
    final_time: Optional<Date>;
    settled_ref: Optional<string>;
    updated_at: Date;
  };
  dust: {
    coin_type: CoinType;
    position: bigint;
    day: string;
    transfers: bigint;
    amount_base: bigint;
  };
  chain_identity: {
    coin_type: CoinType;
    network: string;
    genesis_hash: string;
    treasury_address: string;
    created_at: Date;
  };
  former_treasury: {
    coin_type: CoinType;
    address: string;
    replaced_at: Date;
  };
  cold_address: {
    coin_type: CoinType;
    address_key: string;
    known_since: Date;
  };
  fraud_report: {
    report_id: string;
    account: string;
    tg_user_id: bigint;
    reason: Optional<string>;
    created_at: Date;
    confirmed_at: Optional<Date>;
    confirmed_by: Optional<string>;
    confirmed_reason: Optional<string>;
  };
  operator_action: {
    transaction_id: string;
    kind:
      | "assignTransfer"
      | "assignSurplus"
      | "releasePayout"
      | "refusePayout"
      | "stopAutoPayouts"
      | "freeze"
      | "unfreeze"
      | "bookOutgoing"
      | "returnFromCold"
      | "raiseFee"
      | "confirmReport"
      | "acknowledgeUnread"
      | "settleStray"
      | "endDispute"
      | "redeliver";
    operator: string;
    reason: string;
    tg_user_id: Optional<bigint>;
    coin_type: Optional<CoinType>;
    amount_base: Optional<bigint>;
    subject: Optional<string>;
    created_at: Date;
  };
  frozen_scope: { scope: string; frozen_at: Date };
  outgoing_transfer: {
    coin_type: CoinType;
    tx_hash: string;
    account: string;
    to_address: string;
    value_base: bigint;
    fee_base: bigint;
    position: bigint;
    booked_at: Date;
  };
  solvency_statement: {
    number: number;
    day: string;
    body: string;
    previous_hash: Optional<string>;
    hash: string;
    signature: string;
  };
  solvency_tree: { coin_type: CoinType; number: number; height: number };
  solvency_node: { coin_type: CoinType; level: number; chunk: number; nodes: Buffer };
  solvency_leaf: { tg_user_id: bigint; coin_type: CoinType; leaves: Buffer };
  alarm: {
    alarm_id: string;
    kind: string;
    subject: string;
    details: string;
    raised_at: Date;
    cleared_at: Optional<Date>;
  };
  failed_work: {
    job: string;
    item: string;
    attempts: Generated<number>;
    due_at: Date;
    failed_at: Optional<Date>;
    last_error: Optional<string>;
  };
  chain_transfer: {
    coin_type: CoinType;
    tx_hash: string;
    transfer_index: number;
    from_address: string;
    from_address_key: string;
    amount_base: bigint;
    reference: Optional<string>;
    position: bigint;
    block_ref: Optional<string>;
    block_time: Date;
    seen_at: Date;
    agreed_at: Optional<Date>;
    disputed_at: Optional<Date>;
    reported_as: Optional<string>;
    settled_at: Optional<Date>;
    outcome: Optional<"order" | "balance" | "unmatched" | "cold">;
    order_id: Optional<string>;
    tg_user_id: Optional<bigint>;
    told: ColumnType<StoredReading[] | null, string | null | undefined, string | null>;
  };
  stray_transfer: {
    coin_type: CoinType;
    tx_hash: string;
    from_address: string;
    amount_base: bigint;
    reference: Optional<string>;
    network: string;
    position: bigint;
    block_time: Date;
    seen_at: Date;
    outcome: Optional<"returned" | "moved">;
  };
  unread_transaction: {
    coin_type: CoinType;
    tx_hash: string;
    position: bigint;
    reason: string;
    seen_at: Date;
    acknowledged_at: Optional<Date>;
  };
  idempotency_key: {
    tg_user_id: bigint;
    authority: string;
    operation: string;
    key: string;
    request_hash: Buffer;
    request_id: string;
    token: Optional<string>;
    renewed_at: Date;
    response: ColumnType<unknown, string | null | undefined, string | null>;
    expires_at: Date;
  };
  attempt: {
    scope: string;
    counted_at: Date[];
    locked_until: Optional<Date>;
    lock_seconds: Generated<number>;
  };
  group_post: {
    envelope_id: string;
    chat_id: bigint;
    message_id: Optional<bigint>;
    posted_text: Optional<string>;
    /** Of the picture in the group; null: the message is a text. */
    shown_seal: Optional<"whole" | "broken" | "grey">;
    is_stale: Generated<boolean>;
    due_at: Date;
    attempts: Generated<number>;
    failed_at: Optional<Date>;
    last_error: Optional<string>;
  };
  letter: {
    queue: LetterQueue;
    letter_id: string;
    kind: string;
    taker: string;
    tg_user_id: GeneratedAlways<bigint | null>;
    place: Generated<bigint>;
    is_urgent: Generated<boolean>;
    is_open: Generated<boolean>;
    payload: ColumnType<unknown, string, string>;
    created_at: Date;
    due_at: Date;
    attempts: Generated<number>;
    sent_at: Optional<Date>;
    failed_at: Optional<Date>;
    last_error: Optional<string>;
  };
  proof_credit: {
    coin_type: CoinType;
    from_address_key: string;
    tg_user_id: bigint;
    tried_at: Date;
  };
  notification_sum: {
    tg_user_id: bigint;
    change: "received" | "paidOut" | "returned" | "held" | "offeredBack";
    coin_type: CoinType;
    letters: bigint;
    amount_base: bigint;
  };
  lease: { name: string; holder: string; expires_at: Date };
  job_state: { name: string; value: string };
}
