import { chainEntries } from "#domain/draw/chainEntries.ts";
import { hashSeed } from "#domain/draw/drawTogether.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import { fromHex, toHex } from "#domain/hex.ts";
import { buildElement } from "./buildElement.ts";
import type { Write } from "./pageTexts.ts";

/** The rule as docs/fairness.md says it. */
const FORMULAS = `H        = SHA-256, ‖ joins bytes, texts are UTF-8
message  = H(round, 8 bytes, highest first)
leaf     = H(00 ‖ canonical JSON of {amount, envelopeId, salt, slot})
node     = H(01 ‖ left ‖ right)
head     = H(head before ‖ "<round>:<place>:<entryId>"),
           before the first H(commitment ‖ "shares:<count>")
root     : over H(00 ‖ canonical JSON of {entries, envelopeId, head, round}) of each draw,
           where the bits of H("hongbao.place.1:" ‖ envelopeId) lead: 0 left, 1 right
seed     = H("hongbao.draw.1" ‖ commitment ‖ signature)
order    : entries by H(seed ‖ "claim:" ‖ entryId), free slots by H(seed ‖ "slot:" ‖ slot); equal ranks meet
signed   = Ed25519 over H(canonical JSON of the body)`;

/** All hashes of a draw and the evidence itself, for who wants to compute it anew. */
export function buildDetails(evidence: DrawEvidence, write: Write): HTMLElement {
  const title = write("proof:page.expert");
  const json = buildElement("textarea", { attributes: { readonly: "", rows: "12", "aria-label": title } });
  json.value = JSON.stringify(evidence, null, 1);
  return buildElement(
    "section",
    {},
    buildElement(
      "details",
      {},
      buildElement("summary", {}, title),
      buildElement("pre", {}, FORMULAS),
      buildElement("pre", {}, listHashes(evidence).join("\n")),
      json,
    ),
  );
}

function listHashes(evidence: DrawEvidence): string[] {
  const { beacon, commitment, windows } = evidence;
  const chained = chainEntries(evidence);
  return [
    `beacon      ${beacon.hash}`,
    `public key  ${beacon.publicKey}`,
    `commitment  ${commitment}`,
    ...windows.flatMap(({ round, signature, root }) => [
      `round ${String(round)}`,
      `  signature ${signature ?? "–"}`,
      `  seed      ${signature === null ? "–" : toHex(hashSeed(fromHex(commitment), fromHex(signature)))}`,
      `  head      ${toHex(chained.findLast((entry) => entry.round === round)?.head ?? new Uint8Array())}`,
      `  root      ${root?.root ?? "–"}`,
      `  made at   ${root?.madeAt ?? "–"}`,
      `  key       ${root?.keyId ?? "–"}`,
    ]),
  ];
}
