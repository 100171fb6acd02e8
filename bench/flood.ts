import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType, WALLET_TYPES } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Chain } from "#server/chains/chain.ts";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { SOLANA } from "#server/chains/solana/index.ts";
import { TON } from "#server/chains/ton/index.ts";
import { TRON } from "#server/chains/tron/index.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { watchChain } from "#server/deposits/watchChain.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { type TestApp, createTestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { withDatabase } from "./database/withDatabase.ts";
import type { Figure } from "./figure.ts";
import { type FloodNode, startFloodProcess } from "./flood/floodNode.ts";
import type { BenchOptions } from "./options.ts";

const PERSON = 1n;
const CONFIRMATIONS = 3;
const BLOCK_MS = 1_000;
const LOOK_MS = 50;
const LONGEST_MS = 30 * 60_000;
const MEGABYTE = 2 ** 20;

/** One of each network: another coin of it is read by the same walk. */
const NETWORK_COINS = WALLET_TYPES.map((type) => coinsOfWallet(type)[0]);

interface Outcome {
  seconds: number;
  nodeCalls: number;
  statements: number;
  /** How much more memory the process took at most than before. */
  peakBytes: number;
}

/**
 * How long a payment takes that follows a flood, compared with the same one without. Both are settled like in a server. A
 * quick run is of all chains at once, and compares nothing.
 */
export async function measureFlood({ flood, isQuick }: BenchOptions): Promise<readonly Figure[]> {
  if (isQuick) return Promise.all(NETWORK_COINS.map((coinType) => measureChain(coinType, flood, null)));
  const figures: Figure[] = [];
  for (const coinType of NETWORK_COINS) {
    figures.push(await measureChain(coinType, flood, await settlePayment(coinType, 0)));
  }
  return figures;
}

async function measureChain(coinType: CoinType, count: number, calm: Outcome | null): Promise<Figure> {
  const { seconds, nodeCalls, statements, peakBytes } = await settlePayment(coinType, count);
  const write = (number: number) => number.toLocaleString("en");
  const figure: Figure = {
    name: `delay of a payment by a flood on ${COINS[coinType].network}`,
    measured:
      `paid after ${seconds.toFixed(1)} s behind ${write(count)} transactions; ${write(nodeCalls)} calls of nodes, ` +
      `${write(statements)} statements, ${Math.round(peakBytes / MEGABYTE)} MB more memory`,
    floor: calm === null ? null : `${calm.seconds.toFixed(1)} s behind none`,
    value: seconds - (calm?.seconds ?? 0),
    bar: { atMost: 60 },
    unit: "s",
  };
  console.log(`${figure.name}: ${figure.measured}`);
  return figure;
}

function settlePayment(coinType: CoinType, count: number): Promise<Outcome> {
  return withDatabase(async (databaseUrl) => {
    const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
    const node = await startFloodProcess(coinType);
    const counted = { nodeCalls: 0, statements: 0 };
    try {
      database.pool.on("connect", (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        client.query = ((...args: unknown[]) => {
          counted.statements += 1;
          return query(...args);
        }) as typeof client.query;
      });
      const app = createTestApp(database, "flood");
      app.clock = { now: () => new Date(), advance: () => {} };
      app.config = { ...app.config, coins: [coinType] };
      const { metrics } = app.telemetry;
      app.telemetry = {
        ...app.telemetry,
        metrics: { ...metrics, countChainCall: () => void (counted.nodeCalls += 1) },
      };
      const chain = await connect(app, node);
      app.chains = linkChain(chain);
      const pay = await prepareOrder(app, node);
      // The cursor begins before the flood.
      await new TestWatcher(app, chain).poll();
      if (count > 0) await node.flood(count);
      await pay();
      Object.assign(counted, { nodeCalls: 0, statements: 0 });
      const measured = await waitUntilPaid(app, node);
      const outcome = { ...measured, ...counted };
      await requireSoundBooks(database);
      return outcome;
    } finally {
      await node.stop();
      await database.close();
    }
  });
}

function connect(app: TestApp, { coinType, urls, treasuryAddress }: FloodNode): Promise<Chain> {
  const config = {
    endpoints: urls.map((url) => ({ url, apiKey: null })),
    treasuryAddress,
    oldTreasuryAddresses: [],
    confirmations: CONFIRMATIONS,
    explorerTx: null,
    signer: null,
  };
  switch (coinType) {
    case "eth":
      return createChain(ETHEREUM, config, silentLogger, app.telemetry);
    case "sol":
      return createChain(SOLANA, config, silentLogger, app.telemetry);
    case "tron":
      return createChain(TRON, config, silentLogger, app.telemetry);
    case "usdt":
      throw new Error("its network is flooded by another coin");
    case "ton":
      return createChain(TON, { ...config, proofDomain: "hongbao.example", wallet: null }, silentLogger, app.telemetry);
  }
}

/** An order of a person with a proven wallet. Answers how it is paid, in a block of its own. */
async function prepareOrder(app: TestApp, node: FloodNode): Promise<() => Promise<void>> {
  const { coinType, payerAddress } = node;
  const { walletType, minBase, baseDecimals } = COINS[coinType];
  const at = app.clock.now();
  await addUsers(app, [PERSON]);
  await app.database.kysely
    .insertInto("wallet")
    .values({
      wallet_id: "wallet",
      tg_user_id: PERSON,
      type: walletType,
      address: payerAddress,
      address_key: toAddressKey(walletType, payerAddress),
      proven_at: at,
      created_at: at,
    })
    .execute();
  const amountBase = 10_000n * minBase;
  const totalAmount = formatAmount(coinType === "tron" ? 50n * minBase : amountBase, baseDecimals);
  const body = { type: "luckyDraw", coinType, count: 5, totalAmount, passphrase: "Lucky Day" } as const;
  const { order } = await callAs(app, sendRedEnvelope, PERSON, { body });
  const row = await app.database.kysely
    .selectFrom("payment_order")
    .select(["amount_base", "reference"])
    .where("order_id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  return async () => {
    await node.pay(row.amount_base, row.reference);
    await node.advance();
  };
}

/** From the block of the payment on, while the chain goes on. */
async function waitUntilPaid(app: TestApp, node: FloodNode): Promise<{ seconds: number; peakBytes: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const stop = new AbortController();
  const startedAt = performance.now();
  const watching = watchChain(node.coinType).run(app, stop.signal);
  const blocks = (async () => {
    while (!stop.signal.aborted) {
      const second = new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
      await node.advance();
      await second;
    }
  })();
  try {
    for (;;) {
      peak = Math.max(peak, process.memoryUsage.rss());
      const { status } = await app.database.kysely
        .selectFrom("payment_order")
        .select("status")
        .executeTakeFirstOrThrow();
      if (status === "paid") break;
      if (performance.now() - startedAt > LONGEST_MS) throw new Error("the payment is not settled");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return { seconds: (performance.now() - startedAt) / 1_000, peakBytes: peak - before };
  } finally {
    stop.abort();
    await Promise.all([watching, blocks]);
  }
}
