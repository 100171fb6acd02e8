export type SignInput = Readonly<Record<string, unknown>>;

/** The keys of one chain's wallet, which never leave the gateway's process. */
export interface WalletKeys {
  /** What the wallet shows its owner and pages. */
  readonly accounts: unknown;
  readonly sign: (input: SignInput) => unknown;
}

export function nameAccounts(addresses: readonly string[]) {
  return addresses.map((address, index) => ({ index, name: `Account ${index + 1}`, address }));
}

export function pickKey(keys: readonly string[], { index }: SignInput): string {
  const key = keys[Number(index)];
  if (key === undefined) throw new Error("the wallet has no such account");
  return key;
}

export function readText(input: SignInput, name: string): string {
  const value = input[name];
  if (typeof value !== "string") throw new Error(`${name} must be a text`);
  return value;
}
