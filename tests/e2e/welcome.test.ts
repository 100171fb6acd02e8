import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openPerson, pressMainAction, pressMessageButton, readAppPath, reloadApp } from "./support/person.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ newPeople: [1, 2] });
});
afterEach(() => world.watch.check());
afterAll(async () => {
  await world?.close();
});

it("welcomes a new person once, on the way to the landing page", async () => {
  const person = await openPerson(world, 1);
  const { app, t } = person;
  await pressMessageButton(person, /Open the app from here/);
  await app.getByRole("heading", { name: t("about:welcome.sending.title") }).waitFor();
  expect(await readAppPath(person)).toBe("/welcome?redirect=%2FhomePage");
  await app.getByRole("button", { name: t("about:welcome.skip") }).click();
  await app.getByText(t("app:home.pitch")).waitFor();
  expect(await readAppPath(person)).toBe("/homePage");
  await reloadApp(person);
  await app.getByText(t("app:home.pitch")).waitFor();
  await person.page.getByTestId("app-close").click();
  await pressMessageButton(person, /Open the app from here/);
  await app.getByText(t("app:home.pitch")).waitFor();
  await person.close();
});

it("lets a new person who came by an envelope's link open it in one tap", async () => {
  world.watch.expect(404, "/api/v1/redpackage/claimDetail");
  const person = await openPerson(world, 2, { query: { startapp: "e_AAAAAAAAAAAAAAAAAAAAAA" } });
  await pressMainAction(person, person.t("about:welcome.openEnvelope"));
  await person.app.getByText(person.t("envelope:details.notFoundText")).waitFor();
  expect(await readAppPath(person)).toBe("/getPacket?envelopeId=AAAAAAAAAAAAAAAAAAAAAA");
  await person.close();
});
