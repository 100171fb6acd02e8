import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Language } from "#domain/language/language.ts";
import { languageMachine, type StoredLanguage } from "./language.machine.ts";
import { viewLanguage } from "./language.view.ts";

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A login brings the server's language; a session that was restored from the device does not. */
type Login = "fresh" | "restored" | "none";

/** A device and a server that each keep a language. The texts of `lostTexts` cannot be loaded. */
function openDevice(serverLanguage = "en", stored: Partial<StoredLanguage> = {}) {
  const device: StoredLanguage = { language: null, isChosenHere: false, linked: null, browserTags: [], ...stored };
  const calls: string[] = [];
  const clock = new SimulatedClock();
  const server = { lang: serverLanguage };
  const lostTexts = new Set<Language>();
  const denied = new Set<"storage" | "server">();
  const refuse = (what: "storage" | "server") => {
    if (denied.has(what)) throw { kind: "network" };
  };
  const actor = createActor(
    languageMachine.provide({
      actors: {
        readStored: fromPromise<StoredLanguage, undefined>(async () => {
          refuse("storage");
          return { ...device };
        }),
        saveStored: fromPromise<null, { language: Language }>(async ({ input }) => {
          calls.push(`store ${input.language}`);
          refuse("storage");
          Object.assign(device, { language: input.language, isChosenHere: true });
          return null;
        }),
        applyLanguage: fromPromise<null, { language: Language }>(async ({ input }) => {
          calls.push(`apply ${input.language}`);
          if (lostTexts.has(input.language)) throw { kind: "network" };
          return null;
        }),
        fetchLanguage: fromPromise<string, undefined>(async () => {
          calls.push("fetch");
          refuse("server");
          return server.lang;
        }),
        saveOnServer: fromPromise<null, { language: Language }>(async ({ input }) => {
          calls.push(`save ${input.language}`);
          refuse("server");
          server.lang = input.language;
          return null;
        }),
      },
    }),
    { clock },
  );
  const toasts: string[] = [];
  actor.on("toast.show", ({ labelKey }) => toasts.push(labelKey));
  const changes: string[] = [];
  actor.on("language.changed", ({ type }) => changes.push(type));
  actor.start();
  const see = () => viewLanguage(actor.getSnapshot());
  const logIn = (login: Exclude<Login, "none">) => {
    actor.send({ type: "language.loggedIn", lang: login === "fresh" ? server.lang : null });
  };
  const open = async (languageCode: string | null, login: Login = "fresh") => {
    actor.send({ type: "language.start", isInMessenger: true, languageCode });
    if (login !== "none") logIn(login);
    await flush();
  };
  const choose = async (language: Language) => {
    actor.send({ type: "ui.openPicker" });
    actor.send({ type: "ui.pick", language });
    actor.send({ type: "ui.confirm" });
    await flush();
  };
  return { actor, clock, device, server, calls, lostTexts, denied, toasts, changes, see, logIn, open, choose };
}

test("a new user sees the messenger's language, then the server's with hyphens", async () => {
  const { actor, calls } = openDevice("zh_TW");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  await flush();
  expect(viewLanguage(actor.getSnapshot()).language).toBe("zh-CN");
  actor.send({ type: "language.loggedIn", lang: null });
  await flush();
  expect(viewLanguage(actor.getSnapshot()).language).toBe("zh-TW");
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply zh-TW"]);
});

test("a login that brings the server's language spares the question", async () => {
  const { actor, calls, changes } = openDevice("km");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  await flush();
  actor.send({ type: "language.loggedIn", lang: "zh_TW" });
  expect(viewLanguage(actor.getSnapshot())).toMatchObject({ language: "zh-CN", hasTexts: true });
  await flush();
  expect(viewLanguage(actor.getSnapshot()).language).toBe("zh-TW");
  expect([calls, changes]).toEqual([["apply zh-CN", "apply zh-TW"], ["language.changed"]]);
});

test("a login that brings the language on the screen changes nothing", async () => {
  const { actor, calls } = openDevice("km");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  await flush();
  actor.send({ type: "language.loggedIn", lang: "zh_CN" });
  expect(actor.getSnapshot().matches({ shown: "ready" })).toBe(true);
  await flush();
  expect(calls).toEqual(["apply zh-CN"]);
});

test.each([
  ["another language", "zh_TW", ["apply zh-CN", "apply zh-TW"]],
  ["the same language", "zh_CN", ["apply zh-CN"]],
])("a login with %s while the first texts load is taken into account when they are there", async (_, lang, asked) => {
  const { actor, calls } = openDevice("km");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  actor.send({ type: "language.loggedIn", lang });
  await flush();
  expect(actor.getSnapshot().matches({ shown: "ready" })).toBe(true);
  expect(calls).toEqual(asked);
});

test("a logout forgets the language that the login brought", async () => {
  const { actor, calls } = openDevice("km");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  actor.send({ type: "language.loggedIn", lang: "zh_TW" });
  actor.send({ type: "language.loggedOut" });
  await flush();
  actor.send({ type: "language.loggedIn", lang: null });
  await flush();
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply km"]);
});

test("a switch shows the loading toast, is kept here and on the server, and says yesLang", async () => {
  const { actor, device, server, calls, changes, toasts, clock } = openDevice("en");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: null });
  actor.send({ type: "language.loggedIn", lang: null });
  await flush();
  actor.send({ type: "ui.openPicker" });
  expect(viewLanguage(actor.getSnapshot()).picker).toEqual({
    languages: ["zh-CN", "zh-TW", "en", "vi", "km"],
    picked: "en",
  });
  actor.send({ type: "ui.pick", language: "km" });
  actor.send({ type: "ui.confirm" });
  expect(viewLanguage(actor.getSnapshot())).toMatchObject({ isSwitching: true, picker: null });
  await flush();
  expect(viewLanguage(actor.getSnapshot())).toMatchObject({ isSwitching: false, language: "km" });
  expect(calls).toEqual(["apply en", "fetch", "apply km", "store km", "save km"]);
  expect([changes, toasts]).toEqual([["language.changed"], ["app:yesLang"]]);
  expect([device.language, device.isChosenHere, server.lang]).toEqual(["km", true, "km"]);
  clock.increment(3_000);
  expect(actor.getSnapshot().matches({ shown: "ready" })).toBe(true);
});

test("the picker closed with the same language changes nothing", async () => {
  const { actor, calls } = openDevice("en");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: null });
  await flush();
  for (const type of ["ui.openPicker", "ui.confirm"] as const) actor.send({ type });
  expect(actor.getSnapshot().matches({ shown: "ready" })).toBe(true);
  expect(calls).toEqual(["apply en"]);
});

test.each<[string, Partial<StoredLanguage>, Language]>([
  ["the link's", { linked: "zh-CN", language: "vi", browserTags: ["es"] }, "zh-CN"],
  ["an earlier choice", { language: "vi", browserTags: ["es"] }, "vi"],
  ["the first of the browser's that there is", { browserTags: ["pt-BR", "km-KH", "es"] }, "km"],
  ["English", { browserTags: ["pt-BR"] }, "en"],
])("outside the messenger the language is %s", async (_, stored, language) => {
  const { actor } = openDevice("en", stored);
  actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  expect(viewLanguage(actor.getSnapshot()).language).toBe(language);
});

test.each([
  ["shows its language", {}, "km", ["zh-CN", "zh-TW", "en", "vi", "km"]],
  ["keeps an earlier choice, and offers its language", { language: "vi", isChosenHere: true }, "vi", null],
] as const)("a messenger that answers after all %s", async (_, stored, shown, offered) => {
  const { actor, changes, see } = openDevice("en", { browserTags: ["es"], ...stored });
  actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "km" });
  expect(see().hasTexts).toBe(true);
  await flush();
  expect([see().language, changes.length]).toEqual([shown, shown === "km" ? 1 : 0]);
  actor.send({ type: "ui.openPicker" });
  expect(see().picker?.languages).toEqual(offered ?? ["zh-CN", "zh-TW", "en", "vi", "km"]);
});

test("a messenger that answers while the first language is found, or after its texts did not come, is asked instead", async () => {
  const early = openDevice("en", { browserTags: ["es"] });
  early.actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  early.actor.send({ type: "language.start", isInMessenger: true, languageCode: "km" });
  // It answers once.
  early.actor.send({ type: "language.start", isInMessenger: true, languageCode: "vi" });
  await flush();
  expect([early.see().language, early.calls]).toEqual(["km", ["apply km"]]);

  const { actor, calls, lostTexts, see } = openDevice("en", { browserTags: ["es"] });
  lostTexts.add("es");
  actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  actor.send({ type: "language.start", isInMessenger: false, languageCode: "vi" });
  await flush();
  expect([see().hasTexts, calls]).toEqual([false, ["apply es"]]);
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "km" });
  await flush();
  expect([see().language, calls]).toEqual(["km", ["apply es", "apply km"]]);
});

test("a messenger that answers after all decides also where storage cannot be read, and says nothing where its language is shown", async () => {
  const { actor, calls, changes, denied, see } = openDevice("en", { browserTags: ["es"] });
  actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  denied.add("storage");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "km" });
  await flush();
  // It answers once.
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "vi" });
  await flush();
  expect([see().language, calls, changes.length]).toEqual(["km", ["apply es", "apply km"], 1]);

  const same = openDevice("en", { browserTags: ["es"] });
  same.actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  same.actor.send({ type: "language.start", isInMessenger: true, languageCode: "es" });
  await flush();
  expect([same.calls, same.actor.getSnapshot().matches({ shown: "ready" })]).toEqual([["apply es"], true]);
});

test("a messenger that answers while the user chooses offers its language", async () => {
  const { actor, see } = openDevice("en", { browserTags: ["es"] });
  actor.send({ type: "language.start", isInMessenger: false, languageCode: null });
  await flush();
  actor.send({ type: "ui.openPicker" });
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "id" });
  expect(see().picker?.languages).toEqual(["zh-CN", "zh-TW", "en", "vi", "km", "id", "es"]);
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "vi" });
  expect(see().picker?.languages).toContain("id");
});

test("inside the messenger neither link nor browser decides", async () => {
  const { actor } = openDevice("en", { linked: "zh-CN", browserTags: ["es"] });
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "vi" });
  await flush();
  expect(viewLanguage(actor.getSnapshot()).language).toBe("vi");
});

test.each([
  ["the messenger's", { isInMessenger: true, languageCode: "es-419" }, {}, "es"],
  ["the browser's", { isInMessenger: false, languageCode: null }, { browserTags: ["id-ID"] }, "id"],
  ["the link's", { isInMessenger: false, languageCode: null }, { linked: "es" }, "es"],
] as const)("no choice is one-way: the picker goes on offering %s language", async (_, place, stored, own) => {
  const { actor } = openDevice("en", stored);
  actor.send({ type: "language.start", ...place });
  await flush();
  const readPicker = () => {
    actor.send({ type: "ui.openPicker" });
    return viewLanguage(actor.getSnapshot()).picker;
  };
  expect(readPicker()).toEqual({ languages: ["zh-CN", "zh-TW", "en", "vi", "km", own], picked: own });
  actor.send({ type: "ui.pick", language: "en" });
  actor.send({ type: "ui.confirm" });
  await flush();
  expect(readPicker()).toEqual({ languages: ["zh-CN", "zh-TW", "en", "vi", "km", own], picked: "en" });
});

test.each([
  ["cancels", { type: "ui.cancel" } as const],
  ["keeps the language", { type: "ui.confirm" } as const],
])("a login while the picker is open counts once the person %s", async (_, end) => {
  const { actor, calls } = openDevice("km");
  actor.send({ type: "language.start", isInMessenger: true, languageCode: "zh-hans" });
  await flush();
  actor.send({ type: "ui.openPicker" });
  actor.send({ type: "language.loggedIn", lang: null });
  await flush();
  expect(calls).toEqual(["apply zh-CN"]);
  actor.send(end);
  await flush();
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply km"]);
});

test("a picker that is opened and closed again neither asks the server nor tells it anything twice", async () => {
  const { actor, calls } = openDevice("km", { language: "vi", isChosenHere: true });
  actor.send({ type: "language.start", isInMessenger: true, languageCode: null });
  actor.send({ type: "language.loggedIn", lang: null });
  await flush();
  actor.send({ type: "ui.openPicker" });
  actor.send({ type: "ui.cancel" });
  await flush();
  expect(calls).toEqual(["apply vi", "save vi"]);
});

test("a choice that was being saved when the picker was opened is saved after it", async () => {
  const { actor, calls } = openDevice("km", { language: "vi", isChosenHere: true });
  actor.send({ type: "language.start", isInMessenger: true, languageCode: null });
  await flush();
  actor.send({ type: "language.loggedIn", lang: null });
  actor.send({ type: "ui.openPicker" });
  actor.send({ type: "ui.cancel" });
  await flush();
  expect(calls).toEqual(["apply vi", "save vi", "save vi"]);
});

test.each(["fresh", "restored"] as const)(
  "the choice made on this device wins over the server's, which learns it from a %s login",
  async (login) => {
    const { server, calls, see, open } = openDevice("zh_TW", { language: "vi", isChosenHere: true });
    await open("en", login);
    expect([see().language, server.lang]).toEqual(["vi", "vi"]);
    expect(calls).toEqual(["apply vi", "save vi"]);
  },
);

test("first texts that did not come are tried again, and the language that the login brought follows", async () => {
  const { actor, calls, lostTexts, see, open } = openDevice("zh_TW");
  lostTexts.add("en");
  await open("en");
  expect(see().hasTexts).toBe(false);
  lostTexts.clear();
  actor.send({ type: "ui.retry" });
  await flush();
  expect(see().language).toBe("zh-TW");
  expect(calls).not.toContain("fetch");
});

test("a server that does not say its language is asked once a login, and the language stays", async () => {
  const { calls, denied, see, logIn, open } = openDevice("zh_TW");
  denied.add("server");
  await open("en", "restored");
  expect([see().language, calls]).toEqual(["en", ["apply en", "fetch"]]);
  denied.clear();
  logIn("restored");
  await flush();
  expect([see().language, calls.slice(2)]).toEqual(["zh-TW", ["fetch", "apply zh-TW"]]);
});

test("texts of the server's language that do not come leave the language as it is until the next login", async () => {
  const { lostTexts, toasts, see, logIn, open } = openDevice("zh_TW");
  lostTexts.add("zh-TW");
  await open("en");
  expect([see().language, toasts]).toEqual(["en", []]);
  lostTexts.clear();
  logIn("fresh");
  await flush();
  expect(see().language).toBe("zh-TW");
});

test("a choice that the server refuses after a login is sent again with the next login", async () => {
  const { server, denied, toasts, see, logIn, open } = openDevice("zh_TW", { language: "vi", isChosenHere: true });
  denied.add("server");
  await open("en");
  expect([see().language, server.lang, toasts]).toEqual(["vi", "zh_TW", []]);
  denied.clear();
  logIn("fresh");
  await flush();
  expect(server.lang).toBe("vi");
});

test("without a login the choice stays on the device, and the server hears of it after the login", async () => {
  const { device, server, logIn, open, choose } = openDevice("en");
  await open("en", "none");
  await choose("vi");
  expect([device.language, server.lang]).toEqual(["vi", "en"]);
  logIn("fresh");
  await flush();
  expect(server.lang).toBe("vi");
});

test.each([
  ["fresh", "km"],
  ["none", "en"],
] as const)(
  "a device that keeps nothing still switches; after a login of kind %s the server has %s",
  async (login, lang) => {
    const { server, denied, toasts, see, open, choose } = openDevice("en");
    denied.add("storage");
    await open("vi", login);
    expect(see().language).toBe(login === "none" ? "vi" : "en");
    await choose("km");
    expect([see().language, see().isSwitching, server.lang, toasts]).toEqual(["km", false, lang, ["app:yesLang"]]);
  },
);

test("a choice that the server does not keep is on the screen, and the next try saves it", async () => {
  const { actor, server, denied, toasts, see, open, choose } = openDevice("en");
  await open("en");
  denied.add("server");
  await choose("km");
  expect([see().language, server.lang, toasts]).toEqual(["km", "en", ["app:language.failed"]]);
  denied.clear();
  actor.send({ type: "ui.retry" });
  await flush();
  expect([server.lang, toasts.at(-1)]).toEqual(["km", "app:yesLang"]);
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
