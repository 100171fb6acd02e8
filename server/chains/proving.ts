import type { Chain, ChallengeValues, ProofVerdict, WalletProof } from "./chain.ts";

export interface ProvenAccount {
  tgUserId: bigint;
  firstName: string;
  lastName: string | null;
  /** Without the at sign. */
  username: string | null;
}

const MAX_NAME_LENGTH = 64;

/**
 * Names an account in the statement of a text to sign: `Anna Keller (@anna_k, id 5104827361)`. EIP-4361 allows only
 * ASCII there, and a wallet that cannot parse the text does not compare its domain with the page's. People choose their
 * display name, so it must not be able to disable that check or imitate another username or id: letters lose their
 * accents, and all but ASCII letters, digits, space, dot, hyphen and underscore are removed.
 */
export function formatAccount({ tgUserId, firstName, lastName, username }: ProvenAccount): string {
  const name = [firstName, lastName ?? ""]
    .join(" ")
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9 ._-]/g, "")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim();
  const handle = username !== null && /^\w+$/.test(username) ? `@${username}, ` : "";
  const id = `${handle}id ${tgUserId}`;
  return name === "" ? `(${id})` : `${name} (${id})`;
}

/** The chain as the text names it. */
interface SignInChain {
  chainName: string;
  chainId: string;
}

/**
 * The text whose signature proves an address, in the layout of EIP-4361, which other chains have taken over. The
 * signature binds the wallet to the account, so the statement names the account and the consequence.
 */
export function writeSignInText(
  values: ChallengeValues & { address: string },
  { chainName, chainId }: SignInChain,
): string {
  const { publicUrl, address, account, nonce, issuedAt, expiresAt } = values;
  return [
    `${new URL(publicUrl).host} wants you to sign in with your ${chainName} account:`,
    address,
    "",
    `I connect this wallet with the Telegram account ${formatAccount(account)}. ` +
      "Money that this wallet sends to Hongbao is credited to that account. Sign only if the account is yours. Signing is free.",
    "",
    `URI: ${publicUrl}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");
}

/** Whether a proof is of the chain's kind: made while connecting, or a signature. */
export function isProofOfKind(chain: Pick<Chain, "bringsAddressWithProof">, proof: WalletProof): boolean {
  const { signature, tonProof } = proof;
  if ((tonProof === undefined) === (signature === undefined)) return false;
  return (tonProof !== undefined) === chain.bringsAddressWithProof;
}

type TonProof = NonNullable<WalletProof["tonProof"]>;

/** How a wallet proves its address. */
export type Proving =
  | {
      /** It signs a text in the layout of EIP-4361, which names its address. */
      kind: "signature";
      /** What the text calls the network. */
      chainId: string;
      judge: (text: string, signature: string, address: string) => ProofVerdict;
    }
  | {
      /** It signs a payload while it connects, and sends its address with it. */
      kind: "connection";
      write: (values: ChallengeValues) => string;
      judge: (payload: string, proof: TonProof, address: string) => Promise<ProofVerdict>;
    };

/** What a chain does with the proofs of its wallets. */
export function prove(
  proving: Proving,
  chainName: string,
): Pick<Chain, "bringsAddressWithProof" | "writeChallenge" | "judgeProof"> {
  if (proving.kind === "connection") {
    return {
      bringsAddressWithProof: true,
      writeChallenge: proving.write,
      judgeProof: async (challenge, { tonProof }, address) =>
        tonProof === undefined ? "foreign" : proving.judge(challenge, tonProof, address),
    };
  }
  return {
    bringsAddressWithProof: false,
    writeChallenge({ address, ...values }) {
      if (address === null) throw new Error("a text to sign names its address");
      return writeSignInText({ ...values, address }, { chainName, chainId: proving.chainId });
    },
    judgeProof: async (challenge, { signature }, address) =>
      signature === undefined ? "foreign" : proving.judge(challenge, signature, address),
  };
}
