import { beforeAll, expect, it } from "vitest";
import { isSignedBody } from "#domain/draw/isSignedBody.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openPeople } from "#tests/support/people.ts";
import { callAs, openEnvelope } from "#tests/support/story.ts";
import { TEST_SETTINGS, type TestApp } from "#tests/support/testApp.ts";
import { readConfig } from "#server/config.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { drawKeys, findSigner } from "./drawKeys.ts";
import { entry } from "./entry.ts";

const SENDER = 1n;
const ANNA = 2n;
const STATEMENT_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const SOLVENCY_KEY = readSigningKey(STATEMENT_KEY).publicKey;
const OLD = "3fa1b29cffd05a60ba844af4923ec2cc44449c5697b326919703bac031cae7f6";
const NEW = "7c0de5b18a3f4e2296d1c07b5e8fa34419d2b6e0c58f7a13bb60e94d2a7c3f58";
const people = openPeople("draw keys");

beforeAll(async () => {
  await people.addWithSender(SENDER, ANNA);
});

/** A process of its own on the same database, which has kept nothing. */
function start(settings: Record<string, string> = {}): TestApp {
  const { app } = people;
  return { ...app, telegram: { ...app.telegram }, config: readConfig({ ...TEST_SETTINGS, ...settings }) };
}

const readKeys = async (app: TestApp) => (await callAs(app, drawKeys, ANNA, {})).keys;
const nameSigner = async (app: TestApp, at: Date) => (await findSigner(app, at))?.keyId ?? null;
const forget = () => people.database.kysely.deleteFrom("draw_key").execute();

async function enter(app: TestApp) {
  const { envelopeId } = await openEnvelope(app, SENDER, { count: 3, totalAmount: "0.05", drawRule: "together" });
  const body = { passphrase: "Lucky Day", envelopeId };
  const entered = await callAs(app, acceptRedEnvelope, ANNA, { body });
  return { envelopeId, receipt: entered.entry?.receipt ?? null };
}

it("a month has one key, whichever process makes it first, and the key of the statements certifies it", async () => {
  const [one, other] = [start({ STATEMENT_KEY, DRAW_KEY: OLD }), start({ STATEMENT_KEY, DRAW_KEY: NEW })];
  const at = people.app.clock.now();
  const [first, second] = await Promise.all([nameSigner(one, at), nameSigner(other, at)]);
  // The other one's secret does not open it.
  expect([first, second].filter((keyId) => keyId !== null)).toHaveLength(1);
  const [key, ...rest] = await readKeys(one);
  expect(rest).toEqual([]);
  const { certifiedBy, certificate, ...body } = key ?? { certifiedBy: "", certificate: "" };
  expect(certifiedBy).toBe(SOLVENCY_KEY);
  expect(isSignedBody(body, certificate ?? "", SOLVENCY_KEY)).toBe(true);
  expect(isSignedBody({ ...body, validUntil: "2099-01-01T00:00:00.000Z" }, certificate ?? "", SOLVENCY_KEY)).toBe(
    false,
  );
  await forget();
});

it("a key without a certificate gets one as soon as there is a key of the statements", async () => {
  expect(await readKeys(start())).toMatchObject([{ certifiedBy: null, certificate: null }]);
  await readKeys(start({ STATEMENT_KEY }));
  const [key] = await readKeys(start());
  const { certifiedBy, certificate, ...body } = key ?? { certifiedBy: "", certificate: "" };
  expect(isSignedBody(body, certificate ?? "", certifiedBy ?? "")).toBe(true);
  await forget();
});

it("a restored database gets the same key again, and each month another", async () => {
  const at = people.app.clock.now();
  const later = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  const first = await nameSigner(start(), at);
  await forget();
  expect(await nameSigner(start(), at)).toBe(first);
  expect(await nameSigner(start(), new Date(later.getTime() - 1))).toBe(first);
  expect(await nameSigner(start(), later)).not.toBe(first);
  const [month, next] = await readKeys(start());
  expect(month?.validUntil).toBe(next?.validFrom);
  expect(next?.validFrom).toBe(later.toISOString());
  await forget();
});

it("a receipt is told again as it was, months and a rotation later", async () => {
  const { envelopeId, receipt } = await enter(start({ DRAW_KEY: OLD }));
  const tell = async (app: TestApp) => (await callAs(app, entry, ANNA, { query: { envelopeId } })).entry.receipt;
  const first = start({ DRAW_KEY: OLD });
  expect([await tell(first), await tell(first)]).toEqual([receipt, receipt]);
  people.app.clock.advance(70 * 86_400_000);
  const rotated = start({ DRAW_KEY: `${NEW},${OLD}` });
  expect(await tell(rotated)).toEqual(receipt);
  expect(await nameSigner(rotated, people.app.clock.now())).not.toBe(receipt?.keyId);
  // Without the secret nothing is signed, rather than with another key.
  expect(await tell(start({ DRAW_KEY: NEW }))).toBeNull();
  const published = (await readKeys(rotated)).find(({ keyId }) => keyId === receipt?.keyId);
  const { nonce, signature = "", ...body } = receipt ?? { nonce: "" };
  expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(isSignedBody(body, signature, published?.publicKey ?? "")).toBe(true);
  expect(await findBreaches(people.database)).toEqual([]);
});
