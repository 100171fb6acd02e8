import { HDNodeWallet } from "ethers";

/** The mnemonic that every local Ethereum node funds; publicly known, worth nothing. */
const MNEMONIC = "test test test test test test test test test test test junk";
const USER_INDICES = [1, 2, 3, 4, 5, 6];
/** Beyond the accounts that the node funds: the treasury starts empty. */
const TREASURY_INDEX = 19;

export interface DevnetKey {
  readonly address: string;
  readonly privateKey: string;
}

function deriveKey(index: number): DevnetKey {
  const { address, privateKey } = HDNodeWallet.fromPhrase(MNEMONIC, "", `m/44'/60'/0'/0/${index}`);
  return { address, privateKey };
}

/** Six keys with 10,000 ETH each, for people's wallets. */
export function deriveUserKeys(): readonly DevnetKey[] {
  return USER_INDICES.map(deriveKey);
}

/** The treasury's key, which signs payouts. */
export function deriveTreasuryKey(): DevnetKey {
  return deriveKey(TREASURY_INDEX);
}
