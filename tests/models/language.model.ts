import { languageMachine } from "#machines/language/language.machine.ts";
import type { LanguageContext, LanguageEvent, StoredLanguage } from "#machines/language/language.setup.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { defineModel } from "./model.ts";

interface LanguageShape {
  context: LanguageContext;
  event: LanguageEvent;
  outputs: {
    readStored: StoredLanguage;
    saveStored: null;
    applyLanguage: null;
    fetchLanguage: string;
    saveOnServer: null;
  };
}

export const model = defineModel<LanguageShape>({
  machine: languageMachine,
  view: viewLanguage,
  inputs: [undefined],
  events: {
    "language.start": [
      { type: "language.start", isInMessenger: true, languageCode: "zh-hant" },
      { type: "language.start", isInMessenger: false, languageCode: null },
    ],
    "language.loggedIn": [
      { type: "language.loggedIn", lang: null },
      { type: "language.loggedIn", lang: "zh_TW" },
    ],
    "language.loggedOut": [{ type: "language.loggedOut" }],
    "ui.openPicker": [{ type: "ui.openPicker" }],
    "ui.pick": [{ type: "ui.pick", language: "vi" }],
    "ui.confirm": [{ type: "ui.confirm" }],
    "ui.cancel": [{ type: "ui.cancel" }],
    "ui.retry": [{ type: "ui.retry" }],
  },
  outcomes: {
    readStored: {
      done: [
        { language: null, isChosenHere: false, linked: null, browserTags: ["pt-BR", "es-MX"] },
        { language: "vi", isChosenHere: true, linked: "zh-CN", browserTags: ["es-MX"] },
      ],
      error: [{ kind: "unexpected", message: "SecurityError" }],
    },
    saveStored: { done: [null], error: [{ kind: "unexpected", message: "SecurityError" }] },
    applyLanguage: { done: [null], error: [{ kind: "network" }] },
    fetchLanguage: { done: ["en", "xx"], error: [{ kind: "network" }] },
    saveOnServer: { done: [null], error: [{ kind: "network" }] },
  },
  key: ({ language, wanted, picked, ownLanguage, isInMessenger, isChosenHere, isLoggedIn, serverLanguage }) => ({
    isInMessenger,
    ownLanguage,
    language,
    wanted,
    picked,
    isChosenHere,
    isLoggedIn,
    serverLanguage,
  }),
  invariants: {
    "a failure is kept where it is shown": ({ failure }, isIn) =>
      !(isIn("failed") || isIn("shown.unswitched")) || failure !== null,
    "nothing that a login told outlives it": ({ isLoggedIn, serverLanguage }) => isLoggedIn || serverLanguage === null,
    "a saved language is the one wanted": ({ language, wanted }, isIn) => !isIn("shown.saved") || language === wanted,
  },
});
