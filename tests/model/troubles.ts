import { postEntries } from "#server/ledger/postEntries.ts";
import fc from "#tests/support/fastCheck.ts";
import { choose, type Command, pick } from "./choices.ts";
import { createTxId, type Lie } from "./endpoints.ts";
import { PEOPLE } from "./world.ts";

export const mine = fc
  .integer({ min: 1, max: 4 })
  .map((blocks): Command => ({ name: `${blocks} blocks`, run: (world) => world.mine(blocks) }));

export const fork = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(([depth, isLost]): Command => ({
  name: `${depth} blocks are replaced${isLost ? ", and what was in them is lost" : ""}`,
  async run({ chain }) {
    chain.fork(depth, isLost);
  },
}));

export const wait = fc.constantFrom(31, 47, 1_441).map((minutes): Command => ({
  name: `${minutes} minutes pass`,
  async run(world) {
    world.pass(minutes);
    await world.mine(3);
  },
}));

export const forget: Command = {
  name: "the nodes lose what is in no block",
  run: async ({ chain }) => chain.forget(),
};
export const restart: Command = { name: "the server starts again", run: (world) => world.restart() };
export const second: Command = { name: "a second process starts", run: (world) => world.startProcess() };

const LIES = [
  "omit",
  "amount",
  "sender",
  "moved",
  "invent",
  "laterTimes",
  "ahead",
  "early",
  "behind",
  "treasury",
  "noPayouts",
  "nonces",
  "away",
] as const;

export const lie = fc
  .tuple(fc.integer({ min: 0, max: 1 }), fc.constantFrom(...LIES), pick)
  .map(([host, kind, place]): Command => ({
    name: `host ${host} lies: ${kind}`,
    async run(world) {
      const { endpoints, chain, shape, treasury, unitBase } = world;
      // One host at most lies: two that lie alike are believed.
      if (endpoints.some((endpoint) => endpoint.lie !== null || endpoint.isAway)) return;
      const endpoint = endpoints[host === 0 ? 0 : 1];
      world.noteTrouble();
      if (kind === "away") {
        endpoint.isAway = true;
        return;
      }
      endpoint.lie = toLie();
      await world.mine(1 + (place % 3));
      function toLie(): Lie {
        const known = [...chain.known.values()].filter(({ from }) => !world.isTreasury(from));
        // Of what is on its way as often as of what is long over.
        const fresh = () =>
          world.pay(world.walletOf(PEOPLE[place % PEOPLE.length] ?? 1n), [{ amountBase: unitBase, reference: null }]);
        const findTxId = () => (place % 2 === 0 ? fresh() : (choose(known, place)?.id ?? ""));
        switch (kind) {
          case "omit":
          case "amount":
          case "sender":
            return { kind, txId: findTxId() };
          case "moved":
            return { kind, txId: findTxId(), blocks: (place % 9) - 5 };
          case "invent": {
            const [first] = known;
            const from = first?.from ?? treasury;
            const outputs = [{ to: treasury, amountBase: unitBase, reference: null }];
            const id = createTxId(shape, `invented ${place} ${chain.newest.position}`);
            const transaction = { id, from, outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable: false };
            return { kind, transaction, position: chain.newest.position };
          }
          case "behind":
            return { kind, blocks: 5 };
          case "treasury":
            return { kind, lessBase: unitBase };
          case "laterTimes":
          case "ahead":
          case "early":
          case "noPayouts":
          case "nonces":
            return { kind };
          case "away":
            return { kind: "behind", blocks: 0 };
        }
      }
    },
  }));

export const honest: Command = {
  name: "every host is honest",
  async run(world) {
    if (world.endpoints.some(({ lie: told, isAway }) => told !== null || isAway)) world.noteTrouble();
    world.makeHonest();
    await world.mine(4);
  },
};

export const die = fc.integer({ min: 1, max: 160 }).map((dieAt): Command => ({
  name: `a process dies before statement ${dieAt}`,
  run: (world) => world.workAndDie(dieAt),
}));

export const lostLease: Command = {
  name: "two processes work at once",
  async run(world) {
    await world.startProcess();
    await world.workTogether();
  },
};

export const wrongClock = fc.constantFrom(-26, 1, 26).map((hours): Command => ({
  name: `the server's clock is ${hours} hours ahead for a while`,
  async run(world) {
    const countEnded = () =>
      [...world.books.orders.values()].filter(({ status }) => status === "expired").length +
      [...world.books.envelopes.values()].filter(({ status }) => status === "refunded").length +
      [...world.books.payouts.values()].filter(({ leftAtMs }) => leftAtMs !== null).length;
    const before = countEnded();
    world.clockIsAheadMs = hours * 3_600_000;
    await world.mine(2);
    world.clockIsAheadMs = 0;
    world.noteTrouble();
    if (countEnded() !== before) throw new Error("something ended for good by a clock that is wrong");
  },
}));

/** As by a process that did not hear that it was booked. */
export const repeatBooking = pick.map((place): Command => ({
  name: `movement ${place} is booked again`,
  async run({ tables }) {
    const ids = await tables
      .selectFrom("ledger_entry")
      .select("transaction_id")
      .distinct()
      .orderBy("transaction_id")
      .execute();
    const transactionId = choose(ids, place * 7)?.transaction_id;
    if (transactionId === undefined) return;
    const lines = await tables
      .selectFrom("ledger_entry")
      .selectAll()
      .where("transaction_id", "=", transactionId)
      .orderBy("line")
      .execute();
    const [first] = lines;
    if (first === undefined) return;
    const { kind, created_at: at, home } = first;
    const entries = lines.map(({ account, coin_type, amount_base }) => ({
      account,
      coinType: coin_type,
      amountBase: amount_base,
    }));
    await tables.transaction().execute((trx) => postEntries(trx, { transactionId, kind, at, home, entries }));
  },
}));

export const silence: Command = {
  name: "the beacon is silent",
  async run(world) {
    world.isBeaconSilent = true;
  },
};

export const backUp: Command = { name: "a backup is made", run: (world) => world.keepAll() };

export const restore: Command = {
  name: "the backup takes the place of the database",
  async run(world) {
    world.makeHonest();
    if (await world.restore()) await world.mine(8);
  },
};
