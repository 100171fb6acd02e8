import { createPublicKey, verify } from "node:crypto";
import {
  Address,
  beginCell,
  type Builder,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  storeMessage,
  storeMessageRelaxed,
  storeOutList,
} from "@ton/core";
import type { Signer } from "#server/signers/signer.ts";
import type { PayoutTerms, SignedPayout } from "../payoutRoute.ts";
import { V5R1 } from "./knownWallets.ts";
import { hashExternalMessage } from "./messageHash.ts";
import type { TreasuryWallet } from "./treasury.ts";

/** Of an external message that the wallet's key has signed. */
const V5_OPCODE = 0x7369_676e;
const V4_SIMPLE_SEND = 0;
/** The treasury pays the fee beside the amount; what cannot be sent is skipped and uses the number up. */
const MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

export interface PlainTransfers {
  payments: readonly PayoutTerms[];
  /** The wallet's number of the next message. */
  seqno: bigint;
  /** Unix time after which the wallet refuses it. */
  validUntil: number;
  /** Of the whole transaction. */
  maxFeeBase: bigint;
}

/** Signs plain transfers from the treasury, all by one message. Throws when the signer has another key. */
export async function signTransfers(
  { payments, seqno, validUntil, maxFeeBase }: PlainTransfers,
  wallet: TreasuryWallet,
  signer: Signer,
): Promise<SignedPayout> {
  // Not bounceable: a wallet that is not deployed keeps the coins.
  const messages = payments.map(({ to, amountBase }) =>
    internal({ to: Address.parse(to), value: amountBase, bounce: false }),
  );
  const unsigned = writeUnsigned(wallet, messages, { seqno, validUntil });
  const bytes = unsigned.endCell().hash();
  const signature = Buffer.from(await signer.sign(bytes));
  if (!isSignature(bytes, signature, wallet.publicKey)) {
    throw new Error("the signer has another key than the treasury's");
  }
  const body =
    wallet.kind === V5R1
      ? beginCell().storeBuilder(unsigned).storeBuffer(signature).endCell()
      : beginCell().storeBuffer(signature).storeBuilder(unsigned).endCell();
  // The state deploys the treasury with its first message.
  const message = external({ to: wallet.address, body, ...(wallet.init === null ? {} : { init: wallet.init }) });
  return {
    txHash: hashExternalMessage(message),
    raw: Uint8Array.from(beginCell().store(storeMessage(message)).endCell().toBoc()),
    maxFeeBase,
    validUntil: BigInt(validUntil),
  };
}

function writeUnsigned(
  { kind, walletId }: TreasuryWallet,
  messages: readonly MessageRelaxed[],
  { seqno, validUntil }: Pick<PlainTransfers, "seqno" | "validUntil">,
): Builder {
  const isV5 = kind === V5R1;
  const builder = beginCell();
  if (isV5) builder.storeUint(V5_OPCODE, 32);
  builder.storeUint(walletId, 32).storeUint(validUntil, 32).storeUint(seqno, 32);
  if (isV5) {
    const sends = messages.map((outMsg) => ({ type: "sendMsg", mode: MODE, outMsg }) as const);
    const actions = beginCell().store(storeOutList(sends));
    // No change of extensions.
    return builder.storeMaybeRef(actions.endCell()).storeBit(false);
  }
  // Wallets v3 have no operations.
  if (kind.name.startsWith("v4")) builder.storeUint(V4_SIMPLE_SEND, 8);
  for (const message of messages) builder.storeUint(MODE, 8).storeRef(beginCell().store(storeMessageRelaxed(message)));
  return builder;
}

function isSignature(bytes: Buffer, signature: Buffer, publicKey: Buffer): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") };
  return signature.length === 64 && verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
}
