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
 * ASCII there, and a wallet that cannot read the text does not compare its domain with the page's. A person chooses
 * the display name, so it must not be able to switch that check off or look like another username or id: letters lose
 * their accents, and what is no ASCII letter or digit, space, dot, hyphen or underscore is left out.
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
