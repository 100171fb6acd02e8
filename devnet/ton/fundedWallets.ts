import { mnemonicToPrivateKey } from "@ton/crypto";
import { WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { TREASURY_MNEMONIC, USER_MNEMONICS } from "./devnetKeys.ts";
import { GLOBAL_ID } from "./tonSettings.ts";

export async function createUserWallet(mnemonic: string): Promise<WalletContractV4> {
  const { publicKey } = await mnemonicToPrivateKey(mnemonic.split(" "));
  return WalletContractV4.create({ workchain: 0, publicKey });
}

/** In the form that wallets show: friendly, not bounceable. */
export async function listUserAddresses(): Promise<string[]> {
  const wallets = await Promise.all(USER_MNEMONICS.map(createUserWallet));
  return wallets.map(({ address }) => address.toString({ bounceable: false }));
}

export async function createTreasuryWallet(): Promise<WalletContractV5R1> {
  const { publicKey } = await mnemonicToPrivateKey(TREASURY_MNEMONIC.split(" "));
  return WalletContractV5R1.create({ workchain: 0, publicKey, walletId: { networkGlobalId: GLOBAL_ID } });
}
