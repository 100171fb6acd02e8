/** A mistake that a change of the product could make, planted to see whether a run finds it. */
export interface Bug {
  /** Of the product. */
  file: string;
  edits: readonly (readonly [from: string, to: string])[];
}

export const BUGS: Readonly<Record<string, Bug>> = {
  "a repeat of a call makes a second order": {
    file: "server/calls/withIdempotency.ts",
    edits: [
      ["then idempotency_key.request_id else", "then excluded.request_id else"],
      [
        "await updateOwn({ token: null, response:",
        "await updateOwn({ token: null }); if (Date.now() < 0) await updateOwn({ token: null, response:",
      ],
    ],
  },
  "a claimer is told somebody else's claim": {
    file: "server/envelopes/claim/acceptRedEnvelope.ts",
    edits: [
      ["[`${row.envelope_id}:${row.tg_user_id}`, row]", "[row.envelope_id, row]"],
      ["claims.get(`${ask.envelopeId}:${ask.tgUserId}`)", "claims.get(ask.envelopeId)"],
    ],
  },
  "who spends is not locked": {
    file: "server/accounts/account.ts",
    edits: [["    .forNoKeyUpdate()\n", ""]],
  },
  "a refund gives back what was claimed, too": {
    file: "server/envelopes/life/refunds.ts",
    edits: [["const restBase = envelope.total_base - envelope.claimed_base;", "const restBase = envelope.total_base;"]],
  },
  "orders never expire": {
    file: "server/deposits/expireOrders.ts",
    edits: [["if (order === undefined) return;", "return;"]],
  },
  "nobody takes over the lease of a process that died": {
    file: "server/jobs/startJobs.ts",
    edits: [['where("lease.expires_at", "<=", at)', 'where("lease.expires_at", "<=", new Date(0))']],
  },
  "one node's word is enough": {
    file: "server/chains/quorum.ts",
    edits: [
      ["this.#pool.quorumRead(read).then(policy)", "this.#pool.ask(read).then((answer) => policy([answer, answer]))"],
      ["this.#pool.quorumRead(read));", "this.#pool.ask(read).then((answer) => [answer, answer]));"],
    ],
  },
  "a paid envelope is not opened": {
    file: "server/deposits/payOrder.ts",
    edits: [["await openEnvelopes(", "if (Math.random() < 0.7) await openEnvelopes("]],
  },
  "a message is given up after its first failure": {
    file: "server/outbox/deliver.ts",
    edits: [["if (attempts + 1 < maxAttempts) {", "if (attempts + 1 < 1) {"]],
  },
  "a payout that nobody has seen yet is signed anew": {
    file: "server/chains/createPayouts.ts",
    edits: [['({ kind }) => kind === "expired")', '({ kind }) => kind === "expired" || kind === "absent")']],
  },
  "a draw is decided by another number than the beacon's": {
    file: "server/envelopes/draw/drawJob.ts",
    edits: [["settleAll(app, round, result);", "settleAll(app, round, result.map(() => 7));"]],
  },
  "somebody else's entry is told": {
    file: "server/envelopes/draw/entry.ts",
    edits: [
      ["[`${row.envelope_id}:${row.tg_user_id}`, row]", "[row.envelope_id, row]"],
      ["found.get(`${envelopeId}:${tgUserId}`)", "found.get(envelopeId)"],
    ],
  },
};
