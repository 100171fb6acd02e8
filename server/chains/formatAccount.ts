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
