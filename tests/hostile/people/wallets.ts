import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { Address, beginCell, Cell, external, internal, loadMessage, SendMode, storeMessage } from "@ton/core";
import { type KeyPair, mnemonicToPrivateKey } from "@ton/crypto";
import { TonClient, WalletContractV4 } from "@ton/ton";
import { JsonRpcProvider, Transaction, type TransactionRequest, Wallet } from "ethers";
import { TronWeb } from "tronweb";
import { encodeBase58 } from "#domain/address/base58.ts";
import type { components } from "#contract/schema.d.ts";
import { readKeypair } from "#devnet/solana/settings.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import type { CoinType } from "#domain/coins.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";
import { hashExternalMessage } from "#server/chains/ton/values.ts";
import { signText } from "#tests/support/chains/solanaLab.ts";
import { toWireProof, writeTonProof } from "#tests/support/chains/tonWallet.ts";

type Schemas = components["schemas"];
type Signing = Schemas["PaymentSigning"];
type Proof = NonNullable<Schemas["BindWalletBody"]["proof"]>;
type Challenge = { challengeId: string; message: string };

/** A person's wallet, made by the chain's own client. It speaks to an honest node. */
export interface PersonWallet {
  readonly type: Schemas["WalletType"];
  readonly address: string;
  prove(challenge: Challenge): Promise<Proof>;
  /** Signs what is asked, sends it so many times, and answers the id of the transaction as a wallet tells it. */
  pay(signing: Signing, times: number): Promise<string>;
}

const DOMAIN = "localhost:4000";

/** The wallet of one of the funded keys. */
export async function openWallet(info: DevnetInfo, coinType: CoinType, key: number): Promise<PersonWallet> {
  if (coinType === "eth") return openEthereumWallet(info, key);
  if (coinType === "sol") return openSolanaWallet(info, key);
  if (coinType === "tron") return openTronWallet(info, key);
  return openTonWallet(info, key);
}

function openEthereumWallet({ ethereum }: DevnetInfo, key: number): PersonWallet {
  const provider = new JsonRpcProvider(ethereum.rpcUrl, undefined, { cacheTimeout: -1 });
  const wallet = new Wallet(ethereum.fundedKeys[key] ?? "", provider);
  return {
    type: "ETH",
    address: wallet.address,
    prove: async ({ challengeId, message }) => ({ challengeId, signature: await wallet.signMessage(message) }),
    async pay(signing, times) {
      if (signing.kind !== "evm") throw new Error("a payment of Ethereum");
      const { gas, chainId, ...transaction } = signing.transaction;
      const nonce = await wallet.getNonce("pending");
      const request: TransactionRequest = { ...transaction, gasLimit: gas, chainId: Number(chainId), nonce, type: 2 };
      const raw = await wallet.signTransaction(request);
      for (let time = 0; time < times; time += 1) await provider.broadcastTransaction(raw).catch(ignoreRepeat(time));
      return Transaction.from(raw).hash ?? "";
    },
  };
}

function openSolanaWallet({ solana }: DevnetInfo, key: number): PersonWallet {
  const keypair: Keypair = readKeypair(solana?.fundedKeys[key] ?? "");
  return {
    type: "Solana",
    address: keypair.publicKey.toBase58(),
    prove: async ({ challengeId, message }) => ({ challengeId, signature: signText(message, keypair) }),
    async pay(signing, times) {
      if (signing.kind !== "solana") throw new Error("a payment of Solana");
      const transaction = VersionedTransaction.deserialize(Buffer.from(signing.transaction, "base64"));
      transaction.sign([keypair]);
      const raw = Buffer.from(transaction.serialize()).toString("base64");
      for (let time = 0; time < times; time += 1)
        await callJsonRpc(solana?.rpcUrl ?? "", "sendTransaction", [raw, { encoding: "base64" }]).catch(
          ignoreRepeat(time),
        );
      return encodeBase58(transaction.signatures[0] ?? new Uint8Array());
    },
  };
}

function openTronWallet({ tron }: DevnetInfo, key: number): PersonWallet {
  const tronWeb = new TronWeb({ fullHost: tron?.fullHost ?? "", privateKey: tron?.fundedKeys[key] ?? "" });
  return {
    type: "Tron",
    address: String(tronWeb.defaultAddress.base58),
    prove: async ({ challengeId, message }) => ({ challengeId, signature: tronWeb.trx.signMessageV2(message) }),
    async pay(signing, times) {
      if (signing.kind !== "tron") throw new Error("a payment of Tron");
      const signed = await tronWeb.trx.sign(signing.transaction as never);
      for (let time = 0; time < times; time += 1) await tronWeb.trx.sendRawTransaction(signed);
      return (signed as { txID: string }).txID;
    },
  };
}

async function openTonWallet({ ton }: DevnetInfo, key: number): Promise<PersonWallet> {
  const keys: KeyPair = await mnemonicToPrivateKey((ton?.fundedKeys[key] ?? "").split(" "));
  const contract = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
  const client = new TonClient({ endpoint: `${ton?.apiUrl ?? ""}/jsonRPC` });
  return {
    type: "Ton",
    address: contract.address.toString({ bounceable: false }),
    async prove({ challengeId, message: payload }) {
      const timestamp = Math.floor(Date.now() / 1_000);
      const tonProof = toWireProof(writeTonProof(contract, keys, { payload, domain: DOMAIN, timestamp }));
      return { challengeId, tonProof };
    },
    async pay(signing, times) {
      if (signing.kind !== "ton") throw new Error("a payment of TON");
      const { messages } = signing.request as { messages: { address: string; amount: string; payload?: string }[] };
      const body = contract.createTransfer({
        seqno: await client.open(contract).getSeqno(),
        secretKey: keys.secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
        messages: messages.map(({ address, amount, payload }) =>
          internal({
            to: Address.parse(address),
            value: BigInt(amount),
            bounce: false,
            body: payload === undefined ? null : Cell.fromBase64(payload),
          }),
        ),
      });
      const message = external({ to: contract.address, body });
      for (let time = 0; time < times; time += 1) await client.sendMessage(message).catch(ignoreRepeat(time));
      const cell = beginCell().store(storeMessage(message)).endCell();
      return Buffer.from(hashExternalMessage(loadMessage(cell.beginParse())), "hex").toString("base64");
    },
  };
}

/** A chain may refuse what it has already. */
function ignoreRepeat(time: number) {
  return (error: unknown): void => {
    if (time === 0) throw error;
  };
}
