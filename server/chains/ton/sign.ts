import {
  Address,
  beginCell,
  type Cell,
  comment,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  type Slice,
  storeMessage,
} from "@ton/core";
import { configParseGasLimitsPrices, configParseMsgPrices } from "@ton/ton/dist/config/ConfigParser.js";
import {
  createWalletTransferV3,
  createWalletTransferV4,
  createWalletTransferV5R1,
} from "@ton/ton/dist/wallets/signing/createWalletTransfer.js";
import { isSigned } from "#server/crypto/ed25519.ts";
import type { Random } from "#server/random.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { readRecord } from "../nodeAnswers.ts";
import type { ExpiringPayout, PayoutTerms } from "../payoutRoute.ts";
import { takeSame } from "../quorum.ts";
import type { Call } from "./network.ts";
import { hashExternalMessage, parseCell, readBytes, REFERENCE_LENGTH, REFERENCE_LETTERS } from "./values.ts";
import { type TreasuryWallet, V5R1 } from "./wallets.ts";

/** How long a wallet may take; TON Connect warns beyond five minutes. */
const VALID_S = 300;
/** What a wallet's transfer costs, its first one with its deployment included, with room for a rise. */
const MAX_FEE_BASE = 10_000_000n;
/** The treasury pays the fee beside the amount; what cannot be sent is skipped and uses the number up. */
const MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

/**
 * Prices of workchain 0 at which a transfer costs what `payouts.ts` says: a flat one for the first gas and one for each unit
 * (parameter 21 of the chain), then a flat one for forwarding, and those for a bit and a cell (25).
 */
const KNOWN_PRICES: Prices = [40_000n, 26_214_400n, 400_000n, 26_214_400n, 2_621_440_000n];
const GAS_PARAMETER = 21;
const FORWARD_PARAMETER = 25;

export type Prices = readonly bigint[];

export async function readPrices(call: Call): Promise<Prices> {
  const gas = configParseGasLimitsPrices(await readParameter(call, GAS_PARAMETER));
  const forward = configParseMsgPrices(await readParameter(call, FORWARD_PARAMETER));
  return [gas.flatGasPrice, gas.other.gasPrice, forward.lumpPrice, forward.bitPrice, forward.cellPrice];
}

/** A parameter of the network's configuration. */
export async function readParameter(call: Call, id: number): Promise<Slice> {
  const { config } = readRecord(await call("getConfigParam", { config_id: id }));
  return parseCell(readBytes(readRecord(config)["bytes"])).beginParse();
}

/** They are parameters of the chain: all nodes name the same. */
export const choosePrices = takeSame<Prices>((prices) => prices.join(" and "), "prices");

/** What a fee becomes at most where prices are others than the known ones. It falls below none of what it was. */
export function scaleFee(feeBase: bigint, prices: Prices): bigint {
  return prices.reduce((most, price, place) => {
    const known = KNOWN_PRICES[place] ?? price;
    const scaled = (feeBase * price + known - 1n) / known;
    return scaled > most ? scaled : most;
  }, feeBase);
}

/** A comment that names an order: 80 bits that nobody guesses, short enough to type. */
export function createReference(random: Random): string {
  const draw = (byte: number) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length];
  return Array.from(random.bytes(REFERENCE_LENGTH), draw).join("");
}

/** Where and when a wallet is to sign; `now` is the chain's time. */
export interface SigningPlace {
  globalId: number;
  now: Date;
}

/** The parameter of TON Connect's `sendTransaction`, for one message of a wallet. */
export function askForMessage(
  from: Address,
  { to, amountBase, payload }: { to: string; amountBase: bigint; payload: Cell | null },
  { globalId, now }: SigningPlace,
): PaymentTerms["signing"] {
  const message = {
    address: to,
    amount: String(amountBase),
    ...(payload === null ? {} : { payload: payload.toBoc().toString("base64") }),
  };
  return {
    kind: "ton",
    request: {
      validUntil: Math.floor(now.getTime() / 1_000) + VALID_S,
      network: String(globalId),
      from: from.toRawString(),
      messages: [message],
    },
  };
}

/** Builds the payment of an order. */
export function buildPayment(
  { from, to: treasury, amountBase, reference }: PayableOrder,
  place: SigningPlace,
): PaymentTerms {
  // Not bounceable: the coins stay, whatever state the treasury is in.
  const to = Address.parse(treasury).toString({ bounceable: false });
  const payload = reference === null ? null : comment(reference);
  return { maxFeeBase: MAX_FEE_BASE, signing: askForMessage(Address.parse(from), { to, amountBase, payload }, place) };
}

interface SignedMessage {
  /** The wallet's number of the next message. */
  seqno: bigint;
  /** Unix time after which the wallet refuses it. */
  validUntil: number;
  /** Of the whole transaction. */
  maxFeeBase: bigint;
}

/** Signs plain transfers from the treasury, all by one message. Throws when the signer has another key. */
export function signTransfers(
  { payments, ...message }: SignedMessage & { payments: readonly PayoutTerms[] },
  wallet: TreasuryWallet,
  signer: Signer,
): Promise<ExpiringPayout> {
  // Not bounceable: a wallet that is not deployed keeps the coins.
  const messages = payments.map(({ to, amountBase }) =>
    internal({ to: Address.parse(to), value: amountBase, bounce: false }),
  );
  return signMessages({ ...message, messages }, wallet, signer);
}

/** Signs one message by which the treasury sends others on. Throws when the signer has another key. */
export async function signMessages(
  { messages, seqno, validUntil, maxFeeBase }: SignedMessage & { messages: MessageRelaxed[] },
  wallet: TreasuryWallet,
  signer: Signer,
): Promise<ExpiringPayout> {
  const body = await writeBody(wallet, messages, {
    seqno: Number(seqno),
    timeout: validUntil,
    async signer(unsigned) {
      const bytes = unsigned.hash();
      const signature = Buffer.from(await signer.sign(bytes));
      if (isSigned(bytes, signature, wallet.publicKey)) return signature;
      throw new Error("the signer has another key than the treasury's");
    },
  });
  // The state deploys the treasury with its first message.
  const message = external({ to: wallet.address, body, ...(wallet.init === null ? {} : { init: wallet.init }) });
  return {
    txHash: hashExternalMessage(message),
    raw: Uint8Array.from(beginCell().store(storeMessage(message)).endCell().toBoc()),
    maxFeeBase,
    validUntil: BigInt(validUntil),
  };
}

interface Signing {
  seqno: number;
  timeout: number;
  signer: (unsigned: Cell) => Promise<Buffer>;
}

function writeBody({ kind, walletId }: TreasuryWallet, messages: MessageRelaxed[], signing: Signing): Promise<Cell> {
  if (kind === V5R1) {
    return createWalletTransferV5R1({
      ...signing,
      authType: "external",
      walletId: (builder) => builder.storeUint(walletId, 32),
      actions: messages.map((outMsg) => ({ type: "sendMsg", mode: MODE, outMsg })),
    });
  }
  return kind.name.startsWith("v4")
    ? createWalletTransferV4({ ...signing, walletId, action: { type: "sendMsg", messages, sendMode: MODE } })
    : createWalletTransferV3({ ...signing, walletId, messages, sendMode: MODE });
}
