import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { act } from "./support/act.ts";
import { audit } from "./support/audit.ts";
import { readOpenedAmount } from "./support/claimEnvelope.ts";
import { fundUser } from "./support/fundedUser.ts";
import { listGroupPosts } from "./support/groupPosts.ts";
import { logIn, type ApiUser } from "./support/logIn.ts";
import { goTo, openFromGroup, openPerson, pressMainAction, reloadApp, type Person } from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { openWorld, type World } from "./support/world.ts";

const SENDER = 5;
const PAYER = 1;
/** Two enter by the app, of whom the second leaves and comes back, and one by `/open`; the last one is late. */
const [BY_APP, RETURNING, BY_COMMAND, LATE] = [2, 3, 4, 6] as const;
const SHARES = 3;
const PASSPHRASE = "Quiet red lantern";
const WINDOW_MS = 15_000;
/** The window, the round after it, ten seconds of lateness, and what a busy machine needs. */
const PATIENCE_MS = 120_000;
const LATE_MS = 20_000;

interface Detail {
  readonly envelope: { readonly status: string; readonly entryCount: number; readonly closesAt: string | null };
  readonly claims: readonly { readonly amount: string }[];
}

let world: World;
let sender: ApiUser;
let envelopeId = "";
let byApp: Person;
let returning: Person;

beforeAll(async () => {
  world = await openWorld();
  const [greeting] = await listGroupPosts(world.stack);
  const startParam = new URL(greeting?.buttonUrl ?? "").searchParams.get("startapp") ?? "";
  // A page asks for the place of who has none yet.
  world.watch.expect(404, "/api/v1/redpackage/entry");
  sender = await logIn(world.stack, SENDER, { startParam });
  const funded = await fundUser(world.stack, PAYER, sender);
  const { groupChatId } = world.stack.info;
  envelopeId = await funded.send({
    type: "luckyDraw",
    count: SHARES,
    passphrase: PASSPHRASE,
    chatIds: [String(groupChatId)],
    drawRule: "together",
    drawWindowS: 15,
  });
});
afterAll(async () => {
  await world?.close();
});

const readDetail = () => sender.get<Detail>("redpackage/claimDetail", { envelopeId });

async function behave(behaviour: object): Promise<void> {
  const [url = ""] = world.stack.info.beacon?.urls ?? [];
  await fetch(`${url}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
}

/** Opens the page of the envelope, so that its draw can be entered at once. */
async function openEnvelope(n: number): Promise<Person> {
  const person = await openPerson(world, n);
  await openFromGroup(person);
  await goTo(person, `/getPacket?envelopeId=${envelopeId}`);
  await pressMainAction(person, person.t("envelope:claim.enter"));
  await person.app.getByLabel(person.t("envelope:claim.passphrase")).fill(PASSPHRASE);
  return person;
}

async function enter(person: Person): Promise<void> {
  await pressMainAction(person, person.t("envelope:claim.submit"));
  await person.app.getByText(person.t("envelope:claim.state.inDraw"), { exact: true }).waitFor();
}

describe("a draw for all", () => {
  runInOrder(() => world);

  it("is entered by the app and by the command, and waits for others", { timeout: PATIENCE_MS }, async () => {
    await behave({ lateMs: LATE_MS });
    byApp = await openEnvelope(BY_APP);
    returning = await openEnvelope(RETURNING);
    await enter(byApp);
    await act(world.stack, "say", BY_COMMAND, {
      chatId: world.stack.info.groupChatId,
      text: `/open ${PASSPHRASE}`,
    });
    await enter(returning);
    await expect.poll(async () => (await readDetail()).envelope.entryCount, { timeout: PATIENCE_MS }).toBe(3);
  });

  it("a reload goes on in the same place", async () => {
    await reloadApp(returning);
    const [place = ""] = returning.t("envelope:draw.place", { place: "2" }).split("2");
    await returning.app.getByText(place).waitFor();
    expect(await returning.app.getByLabel(returning.t("envelope:claim.passphrase")).count()).toBe(0);
  });

  it("who comes after the window gets nothing of a draw that takes every share", { timeout: PATIENCE_MS }, async () => {
    const { closesAt } = (await readDetail()).envelope;
    const waitMs = Math.max(0, Date.parse(closesAt ?? "") - Date.now());
    expect(waitMs).toBeLessThanOrEqual(WINDOW_MS);
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs + 500);
    });
    world.watch.expect(409, "/api/v1/redpackage/acceptRedEnvelope");
    const late = await logIn(world.stack, LATE);
    await expect(late.post("redpackage/acceptRedEnvelope", { passphrase: PASSPHRASE, envelopeId })).rejects.toThrow(
      /soldOut|409/u,
    );
  });

  it("the page says that randomness is late, and keeps the place", { timeout: PATIENCE_MS }, async () => {
    await byApp.app.getByText(byApp.t("envelope:draw.lateText")).waitFor({ timeout: PATIENCE_MS });
    expect((await readDetail()).claims).toEqual([]);
  });

  it(
    "the round comes: everybody who entered has a share, and each sees their own open",
    { timeout: PATIENCE_MS },
    async () => {
      await behave({ lateMs: 0 });
      const amounts = [await readOpenedAmount(byApp), await readOpenedAmount(returning)];
      const { envelope, claims } = await readDetail();
      expect([envelope.status, claims.length]).toEqual(["finished", SHARES]);
      expect(claims.map(({ amount }) => amount)).toEqual(expect.arrayContaining(amounts));
    },
  );

  it("books and auditor are right", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
