import { languageMachine } from "./language.machine.ts";
import { viewLanguage } from "./language.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: languageMachine,
  view: viewLanguage,
  press: {
    "ui.openPicker": () => ({ among: ["button[aria-haspopup=dialog]", 0] }),
    "ui.pick": ({ language }, { picked }) => ({
      among: [`[type=radio][value="${language}"]`, 0],
      isShown: language !== picked,
    }),
    // A sign instead of words.
    "ui.retry": () => ({ names: ["Reload"] }),
  },
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
    "ui.pick": [{ type: "ui.pick", language: "vi" }],
  },
  outcomes: {
    readStored: {
      done: [
        { language: null, isChosenHere: false, linked: null, browserTags: ["pt-BR", "es-MX"] },
        { language: "vi", isChosenHere: true, linked: "zh-CN", browserTags: ["es-MX"] },
      ],
      error: [{ kind: "unexpected", message: "SecurityError" }],
    },
    readAgain: {
      done: [{ language: null, isChosenHere: false, linked: null, browserTags: [] }],
      error: [{ kind: "unexpected", message: "SecurityError" }],
    },
    saveStored: { done: [null], error: [{ kind: "unexpected", message: "SecurityError" }] },
    applyLanguage: { done: [null], error: [{ kind: "network" }] },
    fetchLanguage: { done: ["en", "xx"], error: [{ kind: "network" }] },
    saveOnServer: { done: [null], error: [{ kind: "network" }] },
  },
  // A messenger that answers late does so before the login, and hardly after a choice; what follows is walked from its
  // own language alone.
  isWalked: (stimulus, { language, picked, isChosenHere, isLoggedIn, isInMessenger }) => {
    if (isInMessenger && language === "es") return /^(?:done|error)/.test(stimulus);
    return !stimulus.startsWith("language.start") || isInMessenger || (picked === "en" && !isChosenHere && !isLoggedIn);
  },
  key: ({ language, wanted, picked, isInMessenger, isChosenHere, isLoggedIn, serverLanguage }) => ({
    isInMessenger,
    language,
    wanted,
    picked,
    isChosenHere,
    isLoggedIn,
    serverLanguage,
  }),
  invariants: {
    "a failure is kept where it is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "nothing that a login told outlives it": ({ isLoggedIn, serverLanguage }) => isLoggedIn || serverLanguage === null,
    "a saved language is the one wanted": ({ language, wanted }, isIn) => !isIn("shown.saved") || language === wanted,
  },
});
