import { Transaction, Wallet } from "ethers";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";

const ETHER = 10n ** 18n;

type Chain = Pick<DevnetInfo, "ethereum">;

/** Calls the local Ethereum node directly, past every lying endpoint. */
const callNode = ({ ethereum }: Chain, method: string, params: readonly unknown[]) =>
  callJsonRpc(ethereum.rpcUrl, method, params);

/** What the newest block says that the treasury holds. */
export async function readTreasury(chain: Chain): Promise<bigint> {
  return BigInt(String(await callNode(chain, "eth_getBalance", [chain.ethereum.treasuryAddress, "latest"])));
}

/** A new wallet with 100 ETH. */
export async function fundWallet(chain: Chain): Promise<Wallet> {
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  await callNode(chain, "anvil_setBalance", [wallet.address, `0x${(100n * ETHER).toString(16)}`]);
  return wallet;
}

/**
 * Pays the treasury, and mines blocks until that is final. `onHash` gets the hash before any node has the transaction.
 */
export async function payTreasury(
  chain: Chain,
  wallet: Wallet,
  amountBase: bigint,
  onHash: (txHash: string) => void = () => undefined,
): Promise<void> {
  const { treasuryAddress, network } = chain.ethereum;
  const nonce = Number(await callNode(chain, "eth_getTransactionCount", [wallet.address, "pending"]));
  const fees = { gasLimit: 21_000, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
  const transfer = { to: treasuryAddress, value: amountBase, nonce, chainId: network.chainId, ...fees };
  const raw = await wallet.signTransaction(transfer);
  onHash(Transaction.from(raw).hash ?? "");
  await callNode(chain, "eth_sendRawTransaction", [raw]);
  await callNode(chain, "anvil_mine", ["0x8"]);
}
