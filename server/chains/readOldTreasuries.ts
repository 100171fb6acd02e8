import { toAddressKey } from "#domain/address/addressKey.ts";
import type { WalletType } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";

interface OldTreasuries {
  setting: string;
  /** As an operator knows it. */
  chainName: string;
  walletType: WalletType;
  treasuryAddress: string;
  /** The chain's canonical form of an address, or null. */
  normalize: (text: string) => string | null;
  /** Whether everyone knows the private key of this address. */
  isPublic: (address: string) => boolean;
}

/** Reads the addresses that were a chain's treasury before, in their canonical form. */
export function readOldTreasuries(
  { readList, isProduction, fail }: SettingReader,
  { setting, chainName, walletType, treasuryAddress, normalize, isPublic }: OldTreasuries,
): string[] {
  const seen = new Set<string>();
  return readList(setting).flatMap((text) => {
    const address = normalize(text);
    if (address === null) return fail(`${setting} must be addresses of ${chainName}, separated by commas`, []);
    const key = toAddressKey(walletType, address);
    if (treasuryAddress !== "" && key === toAddressKey(walletType, treasuryAddress)) {
      return fail(`${setting} must not hold the treasury's present address`, []);
    }
    if (seen.has(key)) return fail(`${setting} must hold each address once`, []);
    seen.add(key);
    if (isProduction && isPublic(address)) return fail(`${setting} must hold no account of a development node`, []);
    return [address];
  });
}
