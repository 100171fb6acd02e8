import { expect, test } from "vitest";
import type { Language } from "#domain/language/language.ts";
import { openChart, settle } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { languageMachine, type StoredLanguage } from "./language.machine.ts";
import { viewLanguage } from "./language.view.ts";

/** A login brings the server's language; a session that was restored from the device does not. */
type Login = "fresh" | "restored" | "none";

/** A device and a server that each keep a language. The texts of `lostTexts` cannot be loaded. */
function openDevice(serverLanguage = "en", stored: Partial<StoredLanguage> = {}) {
  const device: StoredLanguage = { language: null, isChosenHere: false, linked: null, browserTags: [], ...stored };
  const calls: string[] = [];
  const server = { lang: serverLanguage };
  const lostTexts = new Set<Language>();
  const denied = new Set<"storage" | "server">();
  const ask = (call: string, isRefused: boolean): void => {
    calls.push(call);
    if (isRefused) throw OFFLINE;
  };
  const chart = openChart(languageMachine, viewLanguage, {
    world: {
      readStored: () => {
        if (denied.has("storage")) throw OFFLINE;
        return { ...device };
      },
      saveStored: ({ language }) => {
        ask(`store ${language}`, denied.has("storage"));
        Object.assign(device, { language, isChosenHere: true });
        return null;
      },
      applyLanguage: ({ language }) => {
        ask(`apply ${language}`, lostTexts.has(language));
        return null;
      },
      fetchLanguage: () => {
        ask("fetch", denied.has("server"));
        return server.lang;
      },
      saveOnServer: ({ language }) => {
        ask(`save ${language}`, denied.has("server"));
        server.lang = language;
        return null;
      },
    },
  });
  const { act, listTold } = chart;
  const logIn = (login: Exclude<Login, "none">) =>
    act({ type: "language.loggedIn", lang: login === "fresh" ? server.lang : null });
  /** In the messenger, which has a language, or none. */
  const open = async (languageCode: string | null, login: Login = "none") => {
    const start = { type: "language.start", isInMessenger: true, languageCode } as const;
    if (login === "none") return act(start);
    chart.send(start);
    return logIn(login);
  };
  const openOutside = () => act({ type: "language.start", isInMessenger: false, languageCode: null });
  const choose = (language: Language) =>
    act({ type: "ui.openPicker" }, { type: "ui.pick", language }, { type: "ui.confirm" });
  const listToasts = () => listTold("toast.show").map(({ labelKey }) => labelKey);
  const countChanges = () => listTold("language.changed").length;
  const isReady = () => chart.actor.getSnapshot().matches({ shown: "ready" });
  return {
    ...chart,
    device,
    server,
    calls,
    lostTexts,
    denied,
    logIn,
    open,
    openOutside,
    choose,
    listToasts,
    countChanges,
    isReady,
  };
}

test("a new user sees the messenger's language, then the server's with hyphens", async () => {
  const { calls, act, open } = openDevice("zh_TW");
  expect((await open("zh-hans")).language).toBe("zh-CN");
  expect((await act({ type: "language.loggedIn", lang: null })).language).toBe("zh-TW");
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply zh-TW"]);
});

test("a login that brings the server's language spares the question", async () => {
  const { calls, look, send, open, countChanges } = openDevice("km");
  await open("zh-hans");
  expect(send({ type: "language.loggedIn", lang: "zh_TW" })).toMatchObject({ language: "zh-CN", hasTexts: true });
  await settle();
  expect(look().language).toBe("zh-TW");
  expect([calls, countChanges()]).toEqual([["apply zh-CN", "apply zh-TW"], 1]);
});

test.each([
  ["another language", "zh_TW", ["apply zh-CN", "apply zh-TW"]],
  ["the same language", "zh_CN", ["apply zh-CN"]],
])("a login with %s while the first texts load is taken into account when they are there", async (_, lang, asked) => {
  const { calls, act, isReady } = openDevice("km");
  await act(
    { type: "language.start", isInMessenger: true, languageCode: "zh-hans" },
    { type: "language.loggedIn", lang },
  );
  expect(isReady()).toBe(true);
  expect(calls).toEqual(asked);
});

test("a logout forgets the language that the login brought", async () => {
  const { calls, act } = openDevice("km");
  await act(
    { type: "language.start", isInMessenger: true, languageCode: "zh-hans" },
    { type: "language.loggedIn", lang: "zh_TW" },
    { type: "language.loggedOut" },
  );
  await act({ type: "language.loggedIn", lang: null });
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply km"]);
});

test("a switch shows the loading toast, is kept here and on the server, and says yesLang", async () => {
  const { device, server, calls, listToasts, clock, look, send, press, open, countChanges, isReady } = openDevice("en");
  await open(null, "restored");
  const languages = ["zh-CN", "zh-TW", "en", "vi", "km"];
  expect(press("ui.openPicker").picker).toEqual({ languages, picked: "en" });
  expect(send({ type: "ui.pick", language: "km" }, { type: "ui.confirm" })).toMatchObject({
    isSwitching: true,
    picker: null,
  });
  await settle();
  expect(look()).toMatchObject({ isSwitching: false, language: "km" });
  expect(calls).toEqual(["apply en", "fetch", "apply km", "store km", "save km"]);
  expect([countChanges(), listToasts()]).toEqual([1, ["app:yesLang"]]);
  expect([device.language, device.isChosenHere, server.lang]).toEqual(["km", true, "km"]);
  clock.increment(3_000);
  expect(isReady()).toBe(true);
});

test("the picker closed with the same language changes nothing", async () => {
  const { calls, open, press, isReady } = openDevice("en");
  await open(null);
  press("ui.openPicker", "ui.confirm");
  expect(isReady()).toBe(true);
  expect(calls).toEqual(["apply en"]);
});

test.each<[string, Partial<StoredLanguage>, Language]>([
  ["the link's", { linked: "zh-CN", language: "vi", browserTags: ["es"] }, "zh-CN"],
  ["an earlier choice", { language: "vi", browserTags: ["es"] }, "vi"],
  ["the first of the browser's that there is", { browserTags: ["pt-BR", "km-KH", "es"] }, "km"],
  ["English", { browserTags: ["pt-BR"] }, "en"],
])("outside the messenger the language is %s, and inside an earlier choice or its own", async (_, stored, language) => {
  expect((await openDevice("en", stored).openOutside()).language).toBe(language);
  expect((await openDevice("en", stored).open("vi")).language).toBe("vi");
});

test.each([
  ["shows its language", {}, "km", ["zh-CN", "zh-TW", "en", "vi", "km"]],
  ["keeps an earlier choice, and offers its language", { language: "vi", isChosenHere: true }, "vi", null],
] as const)("a messenger that answers after all %s", async (_, stored, shown, offered) => {
  const { look, send, openOutside, countChanges } = openDevice("en", { browserTags: ["es"], ...stored });
  await openOutside();
  expect(send({ type: "language.start", isInMessenger: true, languageCode: "km" }).hasTexts).toBe(true);
  await settle();
  expect([look().language, countChanges()]).toEqual([shown, shown === "km" ? 1 : 0]);
  expect(send({ type: "ui.openPicker" }).picker?.languages).toEqual(offered ?? ["zh-CN", "zh-TW", "en", "vi", "km"]);
});

test("a messenger that answers while the first language is found, or after its texts did not come, is asked instead", async () => {
  const early = openDevice("en", { browserTags: ["es"] });
  early.send({ type: "language.start", isInMessenger: false, languageCode: null });
  early.send({ type: "language.start", isInMessenger: true, languageCode: "km" });
  // It answers once.
  await early.open("vi");
  expect([early.look().language, early.calls]).toEqual(["km", ["apply km"]]);

  const { calls, lostTexts, look, act, open, openOutside } = openDevice("en", { browserTags: ["es"] });
  lostTexts.add("es");
  await openOutside();
  await act({ type: "language.start", isInMessenger: false, languageCode: "vi" });
  expect([look().hasTexts, calls]).toEqual([false, ["apply es"]]);
  await open("km");
  expect([look().language, calls]).toEqual(["km", ["apply es", "apply km"]]);
});

test("a messenger that answers after all decides also where storage cannot be read, and says nothing where its language is shown", async () => {
  const { calls, denied, look, open, openOutside, countChanges } = openDevice("en", { browserTags: ["es"] });
  await openOutside();
  denied.add("storage");
  await open("km");
  // It answers once.
  await open("vi");
  expect([look().language, calls, countChanges()]).toEqual(["km", ["apply es", "apply km"], 1]);

  const same = openDevice("en", { browserTags: ["es"] });
  await same.openOutside();
  await same.open("es");
  expect([same.calls, same.isReady()]).toEqual([["apply es"], true]);
});

test("a messenger that answers while the user chooses offers its language", async () => {
  const { look, send, openOutside } = openDevice("en", { browserTags: ["es"] });
  await openOutside();
  send({ type: "ui.openPicker" }, { type: "language.start", isInMessenger: true, languageCode: "id" });
  expect(look().picker?.languages).toEqual(["zh-CN", "zh-TW", "en", "vi", "km", "id", "es"]);
  send({ type: "language.start", isInMessenger: true, languageCode: "vi" });
  expect(look().picker?.languages).toContain("id");
});

test.each([
  ["the messenger's", { isInMessenger: true, languageCode: "es-419" }, {}, "es"],
  ["the browser's", { isInMessenger: false, languageCode: null }, { browserTags: ["id-ID"] }, "id"],
  ["the link's", { isInMessenger: false, languageCode: null }, { linked: "es" }, "es"],
] as const)("no choice is one-way: the picker goes on offering %s language", async (_, place, stored, own) => {
  const { press, act } = openDevice("en", stored);
  await act({ type: "language.start", ...place });
  const languages = ["zh-CN", "zh-TW", "en", "vi", "km", own];
  expect(press("ui.openPicker").picker).toEqual({ languages, picked: own });
  await act({ type: "ui.pick", language: "en" }, { type: "ui.confirm" });
  expect(press("ui.openPicker").picker).toEqual({ languages, picked: "en" });
});

test.each([
  ["cancels", { type: "ui.cancel" } as const],
  ["keeps the language", { type: "ui.confirm" } as const],
])("a login while the picker is open counts once the person %s", async (_, end) => {
  const { calls, act, open } = openDevice("km");
  await open("zh-hans");
  await act({ type: "ui.openPicker" }, { type: "language.loggedIn", lang: null });
  expect(calls).toEqual(["apply zh-CN"]);
  await act(end);
  expect(calls).toEqual(["apply zh-CN", "fetch", "apply km"]);
});

test("a picker that is opened and closed again neither asks the server nor tells it anything twice", async () => {
  const { calls, act, open } = openDevice("km", { language: "vi", isChosenHere: true });
  await open(null, "restored");
  await act({ type: "ui.openPicker" }, { type: "ui.cancel" });
  expect(calls).toEqual(["apply vi", "save vi"]);
});

test("a choice that was being saved when the picker was opened is saved after it", async () => {
  const { calls, act, open } = openDevice("km", { language: "vi", isChosenHere: true });
  await open(null);
  await act({ type: "language.loggedIn", lang: null }, { type: "ui.openPicker" }, { type: "ui.cancel" });
  expect(calls).toEqual(["apply vi", "save vi", "save vi"]);
});

test.each(["fresh", "restored"] as const)(
  "the choice made on this device wins over the server's, which learns it from a %s login",
  async (login) => {
    const { server, calls, open, look } = openDevice("zh_TW", { language: "vi", isChosenHere: true });
    await open("en", login);
    expect([look().language, server.lang]).toEqual(["vi", "vi"]);
    expect(calls).toEqual(["apply vi", "save vi"]);
  },
);

test("first texts that did not come are tried again, and the language that the login brought follows", async () => {
  const { calls, lostTexts, open, act } = openDevice("zh_TW");
  lostTexts.add("en");
  expect((await open("en", "fresh")).hasTexts).toBe(false);
  lostTexts.clear();
  expect((await act({ type: "ui.retry" })).language).toBe("zh-TW");
  expect(calls).not.toContain("fetch");
});

test("a server that does not say its language is asked once a login, and the language stays", async () => {
  const { calls, denied, logIn, open, look } = openDevice("zh_TW");
  denied.add("server");
  await open("en", "restored");
  expect([look().language, calls]).toEqual(["en", ["apply en", "fetch"]]);
  denied.clear();
  await logIn("restored");
  expect([look().language, calls.slice(2)]).toEqual(["zh-TW", ["fetch", "apply zh-TW"]]);
});

test("texts of the server's language that do not come leave the language as it is until the next login", async () => {
  const { lostTexts, listToasts, logIn, open, look } = openDevice("zh_TW");
  lostTexts.add("zh-TW");
  await open("en", "fresh");
  expect([look().language, listToasts()]).toEqual(["en", []]);
  lostTexts.clear();
  expect((await logIn("fresh")).language).toBe("zh-TW");
});

test("a choice that the server refuses after a login is sent again with the next login", async () => {
  const { server, denied, listToasts, logIn, open, look } = openDevice("zh_TW", { language: "vi", isChosenHere: true });
  denied.add("server");
  await open("en", "fresh");
  expect([look().language, server.lang, listToasts()]).toEqual(["vi", "zh_TW", []]);
  denied.clear();
  await logIn("fresh");
  expect(server.lang).toBe("vi");
});

test("without a login the choice stays on the device, and the server hears of it after the login", async () => {
  const { device, server, logIn, open, choose } = openDevice("en");
  await open("en");
  await choose("vi");
  expect([device.language, server.lang]).toEqual(["vi", "en"]);
  await logIn("fresh");
  expect(server.lang).toBe("vi");
});

test.each([
  ["fresh", "km"],
  ["none", "en"],
] as const)(
  "a device that keeps nothing still switches; after a login of kind %s the server has %s",
  async (login, lang) => {
    const { server, denied, listToasts, open, choose, look } = openDevice("en");
    denied.add("storage");
    await open("vi", login);
    expect(look().language).toBe(login === "none" ? "vi" : "en");
    await choose("km");
    expect([look().language, look().isSwitching, server.lang, listToasts()]).toEqual([
      "km",
      false,
      lang,
      ["app:yesLang"],
    ]);
  },
);

test("a choice that the server does not keep is on the screen, and is saved after the picker was open again", async () => {
  const { server, denied, listToasts, open, choose, look, act } = openDevice("en");
  await open("en", "fresh");
  denied.add("server");
  await choose("km");
  expect([look().language, server.lang, listToasts()]).toEqual(["km", "en", ["app:language.failed"]]);
  denied.clear();
  await act({ type: "ui.openPicker" }, { type: "ui.confirm" });
  expect([look().language, server.lang]).toEqual(["km", "km"]);
});

test("texts that do not come leave the language as it is, and say so", async () => {
  const { lostTexts, device, listToasts, open, choose, look } = openDevice("en");
  await open("en", "fresh");
  lostTexts.add("km");
  await choose("km");
  expect(look()).toMatchObject({ language: "en", hasTexts: true });
  expect(device.language).toBeNull();
  expect(listToasts()).toEqual(["app:language.failed"]);
});
