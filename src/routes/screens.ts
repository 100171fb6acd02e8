import type { ComponentType } from "react";

import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { lazyPart, type LazyPart } from "#src/components/shell/lazyPart.tsx";
import { loadTexts, type Namespace } from "#src/i18n/texts.ts";
import { HomePage } from "#src/screens/homePage/HomePage.tsx";

import type { Path } from "./paths.ts";

type Screen = LazyPart<object>;

/**
 * A screen as a chunk of its own, shown once its texts are loaded too. Where loading fails, e.g. without a network, an
 * error takes its place, and the rest of the app goes on.
 */
export function defineScreen(load: () => Promise<ComponentType>, namespaces: readonly Namespace[]): Screen {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), loadTexts(namespaces)]);
    return component;
  }, NotLoaded);
}

/** Every route's screen. */
export const SCREENS: Readonly<Record<Path, Screen>> = {
  "/login": defineScreen(() => import("#src/screens/login/Login.tsx").then((screen) => screen.Login), ["errors"]),
  // Part of the first load.
  "/homePage": defineScreen(() => Promise.resolve(HomePage), []),
  "/sendPacket": defineScreen(
    () => import("#src/screens/sendPacket/SendPacket.tsx").then((screen) => screen.SendPacket),
    ["envelope", "copyTexts", "personal", "wallet", "codes", "errors"],
  ),
  "/getPacket": defineScreen(
    () => import("#src/screens/getPacket/GetPacket.tsx").then((screen) => screen.GetPacket),
    ["envelope", "copyTexts", "errors"],
  ),
  "/unPaymentList": defineScreen(
    () => import("#src/screens/unPaymentList/UnPaymentList.tsx").then((screen) => screen.UnPaymentList),
    ["wallet", "codes", "errors"],
  ),
  "/statePage": defineScreen(
    () => import("#src/screens/statePage/StatePage.tsx").then((screen) => screen.StatePage),
    ["envelope", "wallet", "errors", "withdraw"],
  ),
  "/addMoney": defineScreen(
    () => import("#src/screens/addMoney/AddMoney.tsx").then((screen) => screen.AddMoney),
    ["envelope", "wallet", "codes", "errors", "withdraw"],
  ),
  "/sendRecord": defineScreen(
    () => import("#src/screens/sendRecord/SendRecord.tsx").then((screen) => screen.SendRecord),
    ["envelope", "copyTexts", "errors"],
  ),
  "/sendRecordDetails": defineScreen(
    () => import("#src/screens/sendRecordDetails/SendRecordDetails.tsx").then((screen) => screen.SendRecordDetails),
    ["envelope", "copyTexts", "errors"],
  ),
  "/user": defineScreen(
    () => import("#src/screens/user/User.tsx").then((screen) => screen.User),
    ["home", "envelope", "wallet", "about", "codes", "errors"],
  ),
  "/addWallet": defineScreen(
    () => import("#src/screens/addWallet/AddWallet.tsx").then((screen) => screen.AddWallet),
    ["wallet", "codes", "errors"],
  ),
  "/home": defineScreen(
    () => import("#src/screens/home/Home.tsx").then((screen) => screen.Home),
    ["home", "envelope", "copyTexts", "errors"],
  ),
  "/errorPage": defineScreen(
    () => import("#src/screens/errorPage/ErrorPage.tsx").then((screen) => screen.ErrorPage),
    [],
  ),
  "/redEnvelopeSystem": defineScreen(
    () => import("#src/screens/redEnvelopeSystem/RedEnvelopeSystem.tsx").then((screen) => screen.RedEnvelopeSystem),
    ["about"],
  ),
  "/ethereumWalletBinding": defineScreen(
    () =>
      import("#src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx").then(
        (screen) => screen.EthereumWalletBinding,
      ),
    ["wallet", "about", "codes", "errors"],
  ),
  "/profile": defineScreen(
    () => import("#src/screens/profile/Profile.tsx").then((screen) => screen.Profile),
    ["about"],
  ),
  "/multiSend": defineScreen(
    () => import("#src/screens/multiSend/MultiSend.tsx").then((screen) => screen.MultiSend),
    ["envelope", "copyTexts", "home", "personal", "wallet", "codes", "errors"],
  ),
  "/welcome": defineScreen(
    () => import("#src/screens/welcome/Welcome.tsx").then((screen) => screen.Welcome),
    ["about"],
  ),
  "/updateCode": defineScreen(
    () => import("#src/screens/updateCode/UpdateCode.tsx").then((screen) => screen.UpdateCode),
    ["codes", "errors"],
  ),
  "/updateEmai": defineScreen(
    () => import("#src/screens/updateEmai/UpdateEmai.tsx").then((screen) => screen.UpdateEmai),
    ["codes", "errors"],
  ),
  "/redPageAdmin": defineScreen(
    () => import("#src/screens/redImg/LookScreen.tsx").then((screen) => screen.RedPageAdmin),
    ["personal", "copyTexts", "errors"],
  ),
  "/redImg": defineScreen(
    () => import("#src/screens/redImg/LookScreen.tsx").then((screen) => screen.RedImg),
    ["personal", "copyTexts", "errors"],
  ),
  "/tgAntiFraud": defineScreen(
    () => import("#src/screens/tgAntiFraud/TgAntiFraud.tsx").then((screen) => screen.TgAntiFraud),
    ["safety", "errors"],
  ),
  "/privacy": defineScreen(
    () => import("#src/screens/privacy/Privacy.tsx").then((screen) => screen.Privacy),
    ["privacy", "codes", "errors"],
  ),
  "/withdraw": defineScreen(
    () => import("#src/screens/withdraw/Withdraw.tsx").then((screen) => screen.Withdraw),
    ["withdraw", "codes", "errors"],
  ),
};
