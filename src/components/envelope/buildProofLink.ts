const PAGE = "/verify.html";

/** What browsers and messengers carry in an address. */
const MOST_CHARACTERS = 65_536;

/** The address of the page that checks draws, with evidence and receipt in it; null where they are too long for one. */
export function buildProofLink(papers: string, origin: string): string | null {
  const bytes = new TextEncoder().encode(papers);
  // Many bytes at once are too many arguments.
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const fragment = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return fragment.length > MOST_CHARACTERS ? null : `${origin}${PAGE}#${fragment}`;
}
