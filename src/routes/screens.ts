import { defineScreen, type LazyScreen } from "./defineScreen.ts";
import type { Path } from "./paths.ts";

/** Every route's screen. */
export const SCREENS: Readonly<Record<Path, LazyScreen>> = {
  "/login": defineScreen(async () => (await import("#src/screens/login/Login.tsx")).Login, ["errors"]),
  "/homePage": defineScreen(async () => (await import("#src/screens/homePage/HomePage.tsx")).HomePage, []),
  "/sendPacket": defineScreen(
    async () => (await import("#src/screens/sendPacket/SendPacket.tsx")).SendPacket,
    ["envelope", "copyTexts", "personal", "errors", "wallet", "codes"],
  ),
  "/getPacket": defineScreen(
    async () => (await import("#src/screens/getPacket/GetPacket.tsx")).GetPacket,
    ["envelope", "copyTexts", "errors"],
  ),
  "/unPaymentList": defineScreen(
    async () => (await import("#src/screens/unPaymentList/UnPaymentList.tsx")).UnPaymentList,
    ["wallet", "errors"],
  ),
  "/statePage": defineScreen(
    async () => (await import("#src/screens/statePage/StatePage.tsx")).StatePage,
    ["envelope", "wallet", "errors", "withdraw"],
  ),
  "/sendRecord": defineScreen(
    async () => (await import("#src/screens/sendRecord/SendRecord.tsx")).SendRecord,
    ["envelope", "copyTexts", "errors"],
  ),
  "/sendRecordDetails": defineScreen(
    async () => (await import("#src/screens/sendRecordDetails/SendRecordDetails.tsx")).SendRecordDetails,
    ["envelope", "copyTexts", "errors"],
  ),
  "/user": defineScreen(
    async () => (await import("#src/screens/user/User.tsx")).User,
    ["envelope", "wallet", "about", "errors", "home"],
  ),
  "/addWallet": defineScreen(
    async () => (await import("#src/screens/addWallet/AddWallet.tsx")).AddWallet,
    ["wallet", "errors", "codes"],
  ),
  "/home": defineScreen(
    async () => (await import("#src/screens/home/Home.tsx")).Home,
    ["home", "envelope", "copyTexts", "errors"],
  ),
  "/errorPage": defineScreen(async () => (await import("#src/screens/errorPage/ErrorPage.tsx")).ErrorPage, []),
  "/redEnvelopeSystem": defineScreen(
    async () => (await import("#src/screens/redEnvelopeSystem/RedEnvelopeSystem.tsx")).RedEnvelopeSystem,
    ["about"],
  ),
  "/ethereumWalletBinding": defineScreen(
    async () => (await import("#src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx")).EthereumWalletBinding,
    ["wallet", "about", "errors", "codes"],
  ),
  "/profile": defineScreen(async () => (await import("#src/screens/profile/Profile.tsx")).Profile, ["about"]),
  "/multiSend": defineScreen(
    async () => (await import("#src/screens/multiSend/MultiSend.tsx")).MultiSend,
    ["envelope", "copyTexts", "personal", "errors", "wallet", "codes"],
  ),
  "/welcome": defineScreen(async () => (await import("#src/screens/welcome/Welcome.tsx")).Welcome, ["about"]),
  "/updateCode": defineScreen(
    async () => (await import("#src/screens/updateCode/UpdateCode.tsx")).UpdateCode,
    ["codes", "errors"],
  ),
  "/updateEmai": defineScreen(
    async () => (await import("#src/screens/updateEmai/UpdateEmai.tsx")).UpdateEmai,
    ["codes", "errors"],
  ),
  "/redPageAdmin": defineScreen(
    async () => (await import("#src/screens/redPageAdmin/RedPageAdmin.tsx")).RedPageAdmin,
    ["personal", "copyTexts", "errors"],
  ),
  "/redImg": defineScreen(
    async () => (await import("#src/screens/redImg/RedImg.tsx")).RedImg,
    ["personal", "copyTexts", "errors"],
  ),
  "/tgAntiFraud": defineScreen(
    async () => (await import("#src/screens/tgAntiFraud/TgAntiFraud.tsx")).TgAntiFraud,
    ["safety", "errors"],
  ),
  "/withdraw": defineScreen(
    async () => (await import("#src/screens/withdraw/Withdraw.tsx")).Withdraw,
    ["withdraw", "codes", "errors"],
  ),
};
