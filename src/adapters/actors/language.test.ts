import { expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Api } from "#src/adapters/api/createApi.ts";
import { createMemoryStorage, createAppStorage } from "#src/adapters/storage.ts";

import { createLanguageActors } from "./language.ts";

function open(href: string) {
  const page = {
    location: { href },
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, url: URL) => {
        page.location.href = url.href;
      },
    },
    navigator: { languages: ["km-KH", "en"] },
  };
  const storage = createAppStorage(createMemoryStorage());
  const api = {} as Api;
  return { page, actors: createLanguageActors({ api, storage, page, showLanguage: () => Promise.resolve() }) };
}

it("reads the link's language and the browser's", async () => {
  const { actors } = open("https://hongbao.example/unPaymentList?lang=zh-CN");
  await expect(toPromise(createActor(actors.readStored).start())).resolves.toEqual({
    language: null,
    isChosenHere: false,
    linked: "zh-CN",
    browserTags: ["km-KH", "en"],
  });
});

it("keeps a choice for the next reload where the link names another language", async () => {
  const { page, actors } = open("https://hongbao.example/unPaymentList?lang=zh-CN");
  await toPromise(createActor(actors.saveStored, { input: { language: "vi" } }).start());
  expect(page.location.href).toBe("https://hongbao.example/unPaymentList?lang=vi");
});

it("puts no language into an address without one", async () => {
  const { page, actors } = open("https://hongbao.example/homePage?chatId=5");
  await toPromise(createActor(actors.saveStored, { input: { language: "vi" } }).start());
  expect(page.location.href).toBe("https://hongbao.example/homePage?chatId=5");
});
