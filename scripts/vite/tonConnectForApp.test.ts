import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";

import { adapt } from "./tonConnectForApp.ts";

/** The windows that the app opens, and what they are made of. */
const WINDOWS = [
  "SingleWalletModal",
  "DesktopConnectionModal",
  "MobileConnectionModal",
  "MobileConnectionQR",
  "QRCode",
  "InfoModal",
  "ConfirmTransactionModal",
  "ActionModal",
];

/** Texts of these windows that nobody sees in this app, and why. */
const UNSEEN: Readonly<Record<string, string>> = {
  "common.close": "the window of a payment has the button that opens the wallet",
  "walletModal.loading": "a window opens when all that the wallet is asked is there",
  "walletModal.mobileConnectionModal.missingFeatures": "the app asks for no features",
  "walletModal.desktopConnectionModal.missingFeatures": "the app asks for no features",
  "walletModal.mobileConnectionModal.updateWallet": "the app asks for no features",
  "walletModal.desktopConnectionModal.updateWallet": "the app asks for no features",
  "walletModal.mobileConnectionModal.notSupportedWallet": "only the list of wallets says so",
  "walletModal.desktopConnectionModal.notSupportedWallet": "only the list of wallets says so",
  "walletModal.mobileConnectionModal.chooseAnotherWallet": "only the list of wallets says so",
  "walletModal.desktopConnectionModal.chooseAnotherWallet": "only the list of wallets says so",
  "walletModal.mobileConnectionModal.connectionDeclined": "on a phone the window never says so",
};

interface Texts {
  [key: string]: string | Texts;
}

async function readLibrary(): Promise<string> {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("@tonconnect/ui-react"));
  return await readFile(path.join(path.dirname(resolve("@tonconnect/ui")), "index.mjs"), "utf8");
}

function listKeys(texts: Texts, prefix = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}${key}`] : listKeys(value, `${prefix}${key}.`),
  );
}

/** The keys that a component names, also where it chooses between two. */
function listKeysOf(component: string, library: string): string[] {
  const [code = ""] =
    new RegExp(`^const ${component} = \\((?:props)?\\) => \\{$[\\s\\S]*?^\\};$`, "m").exec(library) ?? [];
  const keys = [...code.matchAll(/"((?:common|walletModal|actionModal)\.[\w.]+)"/g)].map(([, key = ""]) => key);
  expect(code, component).not.toBe("");
  return keys;
}

it("has the windows read the app's texts in the language that is shown at that time", async () => {
  const [, , dictionary = ""] =
    /^(import i18next from "i18next";)\n(const i18nDictionary = \{[\s\S]*?^\};)/m.exec(adapt(await readLibrary())) ??
    [];
  const code = `
    const i18next = { language: "en", getResourceBundle: (...asked) => asked };
    ${dictionary}
    export { i18next, i18nDictionary };
  `;
  const { i18next, i18nDictionary } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    i18next: { language: string };
    i18nDictionary: Record<string, unknown>;
  };
  expect(i18nDictionary).toEqual({ en: ["en", "walletWindow"] });
  i18next.language = "km";
  expect(i18nDictionary).toEqual({ en: ["km", "walletWindow"] });
});

it("has no inline script", async () => {
  expect(adapt(await readLibrary())).not.toContain('setAttribute("ontouchstart"');
});

it.each(["i18nDictionary", "ontouchstart"])("rejects a version of TON Connect that has another %s", async (part) => {
  const changed = (await readLibrary()).replaceAll(part, "other");
  expect(() => adapt(changed)).toThrow("tonConnectForApp");
});

it("has a text for all that its windows say in this app, and no other", async () => {
  const library = await readLibrary();
  const english = JSON.parse(
    await readFile(path.join(import.meta.dirname, "../../locales/en/walletWindow.json"), "utf8"),
  ) as Texts;
  const keys = new Set(WINDOWS.flatMap((component) => listKeysOf(component, library)));
  expect([...listKeys(english), ...Object.keys(UNSEEN)].toSorted()).toEqual([...keys].toSorted());
});
