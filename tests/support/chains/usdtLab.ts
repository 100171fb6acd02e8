import { Address, beginCell, Cell, comment, type Message, toNano } from "@ton/core";
import { WALLET_CODE } from "#devnet/ton/usdt/code.ts";
import { createUsdt, type LocalUsdt } from "#devnet/ton/usdt/usdt.ts";
import { createChain } from "#server/chains/createChain.ts";
import { USDT } from "#server/chains/usdt/index.ts";
import { locateJettonWallet } from "#server/chains/usdt/jettonWallet.ts";
import { silentLogger } from "../silentLogger.ts";
import type { TestClock } from "../testClock.ts";
import { writeBurn, writeInternalTransfer, writeOrder, writeTransfer } from "./jettonMessages.ts";
import { startTonLab, type TonLab, type TonLabCoin, type TonLabOptions, type TonLabWallet } from "./tonLab.ts";
import { createTonWallet } from "./tonWallet.ts";

/** What each wallet of a person holds. */
const HELD_BASE = 100_000_000_000n;
/** What a payout costs its owner. */
const FEE_BASE = 100_000n;
/** What goes with an order to a jetton wallet; most of it comes back. */
const GAS = toNano("0.05");
const ISSUER_GAS = toNano("0.5");
const QUERY_ID_BITS = 64;

/** The treasury of the network's own coin. */
const GRAM_TREASURY = new Address(0, Buffer.alloc(32, 0x71));
const FUEL_WALLET = createTonWallet("fuel");

export type UsdtLab = TonLab & {
  readonly gramTreasury: Address;
  /** A wallet whose coins at the treasury are fuel. */
  readonly fueler: TonLabWallet;
  readonly usdt: LocalUsdt;
  readonly issuer: TonLabWallet;
};

/** The network of TON with a dollar that its treasury's jetton wallet takes in. */
export async function startUsdtLab(clock: TestClock, options: Omit<TonLabOptions, "coin"> = {}): Promise<UsdtLab> {
  const issuer = createTonWallet("the issuer of dollars");
  const usdt = createUsdt(issuer.contract.address);
  const lab = await startTonLab(clock, { ...options, coin: createCoin(usdt, (started) => started.open(issuer)) });
  lab.chain.fund(issuer.contract.address, toNano(10_000), issuer.contract.init);
  lab.chain.fund(FUEL_WALLET.contract.address, toNano(10_000), FUEL_WALLET.contract.init);
  return { ...lab, usdt, issuer: lab.open(issuer), gramTreasury: GRAM_TREASURY, fueler: lab.open(FUEL_WALLET) };
}

function createCoin(usdt: LocalUsdt, openIssuer: (lab: TonLab) => TonLabWallet): TonLabCoin {
  const jetton = { master: usdt.master, walletCodeHash: Cell.fromBase64(WALLET_CODE).hash().toString("hex") };
  return {
    coinType: "usdt",
    amountScale: 100n,
    feeBase: FEE_BASE,
    grossBase: 5_000_000n,
    // The wallet asks its jetton wallet, and that one tells the treasury's.
    hops: 2,
    start(chain, treasury) {
      usdt.deploy(chain, [], 0n);
      return {
        account: usdt.locate(treasury),
        lies: {
          amount: (message) => rewrite(message, (told) => ({ ...told, amountBase: told.amountBase * 777n })),
          sender: (message, from) => rewrite(message, (told) => ({ ...told, from })),
          reference: (message) => rewrite(message, (told) => ({ ...told, payload: comment("another") })),
        },
      };
    },
    fund: (chain, owner) => usdt.give(chain, owner, HELD_BASE),
    writePayment: (payer, to, { amountBase, reference = null }) => ({
      to: usdt.locate(payer),
      amountBase: GAS,
      bounce: true,
      body: writeTransfer({ amountBase, to, answerTo: payer, payload: reference === null ? null : comment(reference) }),
    }),
    readBalance(chain, owner) {
      const address = locateJettonWallet(jetton, owner).toRawString();
      const state = chain.readAccount(address, chain.readHead().seqno).shardAccount.account?.storage.state;
      return state?.type === "active" ? (state.state.data?.beginParse().skip(4).loadCoins() ?? 0n) : 0n;
    },
    /** Its issuer mints and burns what the treasury holds. */
    async adjustTreasury(lab, amountBase) {
      const { address } = lab.treasury;
      const body =
        amountBase > 0n
          ? writeOrder("mint", address, writeInternalTransfer(amountBase, null))
          : writeOrder("callTo", address, writeBurn(-amountBase));
      await openIssuer(lab).send({ to: usdt.master, amountBase: ISSUER_GAS, bounce: true, body });
    },
    connect: (config) =>
      createChain(
        USDT,
        {
          gramTreasuries: [GRAM_TREASURY.toString({ bounceable: false })],
          fuelAddresses: [FUEL_WALLET.contract.address.toString({ bounceable: false })],
          ...config,
          jetton,
          payoutFeeBase: FEE_BASE,
        },
        silentLogger,
      ),
  };
}

interface ToldTransfer {
  amountBase: bigint;
  from: Address | null;
  payload: Cell | null;
}

/** The same message of a jetton wallet, which tells another transfer. */
function rewrite(message: Message, edit: (told: ToldTransfer) => ToldTransfer): Message {
  const slice = message.body.beginParse();
  const head = slice.loadBits(32 + QUERY_ID_BITS);
  const [amountBase, from] = [slice.loadCoins(), slice.loadMaybeAddress()];
  const [answerTo, forwardedBase] = [slice.loadMaybeAddress(), slice.loadCoins()];
  const told = edit({ amountBase, from, payload: slice.loadMaybeRef() });
  const body = beginCell()
    .storeBits(head)
    .storeCoins(told.amountBase)
    .storeAddress(told.from)
    .storeAddress(answerTo)
    .storeCoins(forwardedBase)
    .storeMaybeRef(told.payload)
    .endCell();
  return { ...message, body };
}
