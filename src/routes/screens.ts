import { lazy, type ComponentType, type LazyExoticComponent } from "react";

import { loadTexts, type Namespace } from "#src/i18n/texts.ts";

import type { Path } from "./paths.ts";

interface LazyScreen {
  Component: LazyExoticComponent<ComponentType>;
  /** Loads code and texts ahead of the first render. */
  preload: () => Promise<unknown>;
}

/** A screen as a chunk of its own; it shows once its texts are there, too. */
function defineScreen(load: () => Promise<ComponentType>, namespaces: readonly Namespace[]): LazyScreen {
  const preload = async () => {
    const [component] = await Promise.all([load(), loadTexts(namespaces)]);
    return { default: component };
  };
  return { Component: lazy(preload), preload };
}

const notBuiltYet = defineScreen(
  async () => (await import("#src/screens/notBuiltYet/NotBuiltYet.tsx")).NotBuiltYet,
  [],
);

/** Every route's screen. */
export const SCREENS: Readonly<Record<Path, LazyScreen>> = {
  "/login": defineScreen(async () => (await import("#src/screens/login/Login.tsx")).Login, ["errors"]),
  "/homePage": defineScreen(async () => (await import("#src/screens/homePage/HomePage.tsx")).HomePage, []),
  "/sendPacket": defineScreen(
    async () => (await import("#src/screens/sendPacket/SendPacket.tsx")).SendPacket,
    ["envelope", "errors", "wallet"],
  ),
  "/getPacket": defineScreen(
    async () => (await import("#src/screens/getPacket/GetPacket.tsx")).GetPacket,
    ["envelope", "errors"],
  ),
  "/unPaymentList": defineScreen(
    async () => (await import("#src/screens/unPaymentList/UnPaymentList.tsx")).UnPaymentList,
    ["wallet", "errors"],
  ),
  "/statePage": defineScreen(
    async () => (await import("#src/screens/statePage/StatePage.tsx")).StatePage,
    ["envelope", "wallet", "errors"],
  ),
  "/sendRecord": defineScreen(
    async () => (await import("#src/screens/sendRecord/SendRecord.tsx")).SendRecord,
    ["envelope", "errors"],
  ),
  "/sendRecordDetails": defineScreen(
    async () => (await import("#src/screens/sendRecordDetails/SendRecordDetails.tsx")).SendRecordDetails,
    ["envelope", "errors"],
  ),
  "/user": defineScreen(
    async () => (await import("#src/screens/user/User.tsx")).User,
    ["envelope", "wallet", "errors"],
  ),
  "/addWallet": defineScreen(
    async () => (await import("#src/screens/addWallet/AddWallet.tsx")).AddWallet,
    ["wallet", "errors"],
  ),
  "/errorPage": defineScreen(async () => (await import("#src/screens/errorPage/ErrorPage.tsx")).ErrorPage, []),
  "/home": notBuiltYet,
  "/redEnvelopeSystem": notBuiltYet,
  "/ethereumWalletBinding": notBuiltYet,
  "/profile": notBuiltYet,
  "/multiSend": notBuiltYet,
  "/updateCode": notBuiltYet,
  "/updateEmai": notBuiltYet,
  "/welcome": notBuiltYet,
  "/tgAntiFraud": notBuiltYet,
  "/redPageAdmin": notBuiltYet,
  "/redImg": notBuiltYet,
};
