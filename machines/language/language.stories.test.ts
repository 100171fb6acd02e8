import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Language } from "#domain/language/language.ts";
import { languageMachine } from "./language.machine.ts";
import type { StoredLanguage } from "./language.setup.ts";
import { viewLanguage } from "./language.view.ts";

/** A login brings the server's language; a session that was restored from the device does not. */
type Login = "fresh" | "restored" | "none";

/** A device and a server that keep languages; `lostTexts` cannot be loaded. */
function openDevice(served = "en") {
  const device: StoredLanguage = { language: null, isChosenHere: false, linked: null, browserTags: [] };
  const server = { lang: served, askedCount: 0 };
  const lostTexts = new Set<Language>();
  const actor = createActor(
    languageMachine.provide({
      actors: {
        readStored: fromPromise<StoredLanguage, undefined>(async () => ({ ...device })),
        saveStored: fromPromise<null, { language: Language }>(async ({ input }) => {
          Object.assign(device, { language: input.language, isChosenHere: true });
          return null;
        }),
        applyLanguage: fromPromise<null, { language: Language }>(async ({ input }) => {
          if (lostTexts.has(input.language)) throw { kind: "network" };
          return null;
        }),
        fetchLanguage: fromPromise<string, undefined>(async () => {
          server.askedCount += 1;
          return server.lang;
        }),
        saveOnServer: fromPromise<null, { language: Language }>(async ({ input }) => {
          server.lang = input.language;
          return null;
        }),
      },
    }),
    { clock: new SimulatedClock() },
  );
  const toasts: string[] = [];
  actor.on("toast.show", ({ labelKey }) => toasts.push(labelKey));
  actor.start();
  const see = () => viewLanguage(actor.getSnapshot());
  const logIn = (login: Exclude<Login, "none">) => {
    actor.send({ type: "language.loggedIn", lang: login === "fresh" ? server.lang : null });
  };
  const open = async (languageCode: string | null, login: Login = "fresh") => {
    actor.send({ type: "language.start", isInMessenger: true, languageCode });
    if (login !== "none") logIn(login);
    await settle();
  };
  const choose = async (language: Language) => {
    actor.send({ type: "ui.openPicker" });
    actor.send({ type: "ui.pick", language });
    actor.send({ type: "ui.confirm" });
    await settle();
  };
  return { actor, device, server, lostTexts, toasts, see, logIn, open, choose };
}

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("somebody who logs in reads the language that they have on the server, which is not asked for it", async () => {
  const { server, see, logIn, open } = openDevice("zh_TW");
  await open("en", "none");
  expect(see().language).toBe("en");
  logIn("fresh");
  await settle();
  expect(see().language).toBe("zh-TW");
  expect(server).toEqual({ lang: "zh_TW", askedCount: 0 });
});

test("somebody whose session was kept on the device reads the language that the server is asked for", async () => {
  const { server, see, open } = openDevice("zh_TW");
  await open("en", "restored");
  expect(see().language).toBe("zh-TW");
  expect(server).toEqual({ lang: "zh_TW", askedCount: 1 });
});

test.each(["fresh", "restored"] as const)(
  "the choice made on this device wins over the server's, which learns it from a %s login",
  async (login) => {
    const { device, server, see, open } = openDevice("zh_TW");
    Object.assign(device, { language: "vi", isChosenHere: true });
    await open("en", login);
    expect(see().language).toBe("vi");
    expect(server).toEqual({ lang: "vi", askedCount: 0 });
  },
);

test("first texts that did not come are tried again, and the language that the login brought follows", async () => {
  const { actor, server, lostTexts, see, open } = openDevice("zh_TW");
  lostTexts.add("en");
  await open("en");
  expect(see().hasTexts).toBe(false);
  lostTexts.clear();
  actor.send({ type: "ui.retry" });
  await settle();
  expect(see().language).toBe("zh-TW");
  expect(server.askedCount).toBe(0);
});

test("a choice is kept on the device and on the server, and confirmed by yesLang", async () => {
  const { device, server, toasts, see, open, choose } = openDevice("en");
  await open("en");
  await choose("km");
  expect(see().language).toBe("km");
  expect(device).toMatchObject({ language: "km", isChosenHere: true });
  expect(server.lang).toBe("km");
  expect(toasts).toEqual(["app:yesLang"]);
});

test("without a login the choice stays on the device, and the server hears of it after the login", async () => {
  const { device, server, logIn, open, choose } = openDevice("en");
  await open("en", "none");
  await choose("vi");
  expect([device.language, server.lang]).toEqual(["vi", "en"]);
  logIn("fresh");
  await settle();
  expect(server.lang).toBe("vi");
});

test("texts that do not come leave the language as it is, and say so", async () => {
  const { lostTexts, device, toasts, see, open, choose } = openDevice("en");
  await open("en");
  lostTexts.add("km");
  await choose("km");
  expect(see()).toMatchObject({ language: "en", hasTexts: true });
  expect(device.language).toBeNull();
  expect(toasts).toEqual(["app:language.failed"]);
});

test("somebody who marked another one and cancels keeps the old one, which is marked the next time", async () => {
  const { actor, see, open } = openDevice("zh_TW");
  await open("zh-hant");
  actor.send({ type: "ui.openPicker" });
  actor.send({ type: "ui.pick", language: "vi" });
  actor.send({ type: "ui.cancel" });
  expect(see().language).toBe("zh-TW");
  actor.send({ type: "ui.openPicker" });
  expect(see().picker?.picked).toBe("zh-TW");
});
