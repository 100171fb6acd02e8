import { mnemonicToPrivateKey } from "@ton/crypto";
import { WalletContractV4, WalletContractV5R1 } from "@ton/ton";

/** The global id of test networks. */
export const GLOBAL_ID = -3;

/** Where the API answers. */
export const API_PATH = "/api/v2";

/** Mnemonics of people's wallets (v4r2); publicly known, worth nothing. */
export const USER_MNEMONICS: readonly string[] = [
  "space void radar poet slow floor adult sugar box arctic turn taxi profit witness end muffin excuse float lunar hour hard dial rule bottom",
  "balcony rookie lemon wink cross lens unique valid legend tent betray debate balance rebel bar hurdle athlete traffic lyrics achieve island hamster wrong wasp",
  "strategy crunch album cannon various animal evoke neglect crystal just usage jeans ghost gorilla popular solar lazy favorite purity thumb hidden quick embark rubber",
  "army pudding season awkward frost happy satisfy animal lounge yard crew jungle renew ski cricket cream math host error faith team parade sugar gun",
  "cruel myth cross outdoor hole faint cloud priority talk oil topple hire foster sauce salt police month visa law dentist thought pumpkin duty clutch",
  "bind silver advice patch develop kid boat clean sunny chicken group negative course critic budget seminar impose timber simple error dirt barrel benefit nut",
];

/** Mnemonic of the treasury, a wallet v5r1 of the test network. */
export const TREASURY_MNEMONIC =
  "merry edit almost ecology quick february gate wing broccoli panel bus glimpse bounce absurd kite peanut fiscal crisp gesture broom essence iron remove crumble";

/** The address of the treasury's wallet. */
export const TREASURY_ADDRESS = "UQBvlzAHHuN89NDU0OAPdCc6qQU8cwgJbAsqWNi9Shk4rB6b";

/** Mnemonic of the treasury of the local dollar, a wallet v5r1 of the test network whose coins are fuel. */
export const USDT_TREASURY_MNEMONIC =
  "math diet flight grass vibrant vendor beyond great horn issue like push purpose coin local enable arm curtain improve silk swing update ranch planet";

/** The address of that treasury's wallet. */
export const USDT_TREASURY_ADDRESS = "UQBNofGwuyAajGMy3CSWBqdvry4-DtbhgNe6mWsBGMmYxLkw";

/** Mnemonic of the wallet (v4r2) that issues the local dollar: it may mint, lock, move and burn. */
export const USDT_ISSUER_MNEMONIC =
  "parrot gadget few jeans orient force supreme strike media wire seat gaze attitude join ball practice shuffle divide census blue opera mule smooth hospital";

/** The address of the local dollar's master. */
export const USDT_MASTER_ADDRESS = "EQCkYoYtBnveh-AKsYK5tBNDcSTwbB10x5Ax__LzrEpMmx3a";

export async function createUserWallet(mnemonic: string): Promise<WalletContractV4> {
  const { publicKey } = await mnemonicToPrivateKey(mnemonic.split(" "));
  return WalletContractV4.create({ workchain: 0, publicKey });
}

/** In the form that wallets show: friendly, not bounceable. */
export async function listUserAddresses(): Promise<string[]> {
  const wallets = await Promise.all(USER_MNEMONICS.map(createUserWallet));
  return wallets.map(({ address }) => address.toString({ bounceable: false }));
}

export async function createTreasuryWallet(mnemonic: string): Promise<WalletContractV5R1> {
  const { publicKey } = await mnemonicToPrivateKey(mnemonic.split(" "));
  return WalletContractV5R1.create({ workchain: 0, publicKey, walletId: { networkGlobalId: GLOBAL_ID } });
}
