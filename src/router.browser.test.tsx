import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { cleanup } from "vitest-browser-react";

import { sampleSystemInfo, sampleUser } from "#tests/support/samples.ts";
import { createMemoryStorage } from "#src/adapters/storage.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { Frame } from "#src/Frame.tsx";
import { PATHS } from "#src/routes/paths.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

/**
 * Every route of SPEC section 2 with the heading that a person sees there inside the messenger with a session, in the
 * order of SPEC. The rules of the rest are those of PRODUCT section 2.
 */
const HEADINGS: Readonly<Record<string, string>> = {
  "/home": "Red envelopes",
  "/redEnvelopeSystem": "How it works",
  "/ethereumWalletBinding": "Ethereum wallet",
  "/profile": "Sample profile",
  "/multiSend": "Send to several groups",
  "/unPaymentList": "Pay for a red envelope",
  "/sendRecord": "Records",
  "/sendRecordDetails": "Details",
  "/user": "Me",
  "/homePage": "Red envelopes",
  "/sendPacket": "Send a red envelope",
  "/getPacket": "Claim a red envelope",
  "/addWallet": "Wallets",
  "/updateCode": "Security code",
  "/updateEmai": "Email",
  "/errorPage": "Something is missing",
  "/welcome": "Welcome",
  "/tgAntiFraud": "Anti-fraud check",
  "/redPageAdmin": "My texts",
  "/redImg": "My covers",
  "/statePage": "Result",
  "/withdraw": "Withdraw",
  "/addMoney": "Add money",
  "/privacy": "Privacy",
};
const LOGIN = "Red envelopes for your group";
const UNKNOWN = "/nothingHere";
const ROUTES = ["/", "/login", ...Object.keys(HEADINGS), UNKNOWN];
const CHAT = "?chatId=5";

interface Landing {
  path: string;
  heading: string | undefined;
}

/** Inside, with a session: the page itself. */
function landLoggedIn(route: string, query: string): Landing {
  if (route === "/") return { path: `/homePage${query}`, heading: HEADINGS["/homePage"] };
  // The login of somebody who is logged in leads on, to the landing page where nothing else was wanted.
  if (route === "/login") return { path: "/homePage", heading: HEADINGS["/homePage"] };
  if (route === UNKNOWN) return { path: "/errorPage", heading: HEADINGS["/errorPage"] };
  return { path: `${route}${query}`, heading: HEADINGS[route] };
}

/** Without a session, or outside: the login, which knows the way back, but for the two open pages. */
function landLoggedOut(route: string, query: string): Landing {
  if (route === "/login") return { path: `/login${query}`, heading: LOGIN };
  if (route === "/unPaymentList") return { path: `${route}${query}`, heading: HEADINGS[route] };
  const [wanted, kept] = route === UNKNOWN ? ["/errorPage", ""] : [route === "/" ? "/homePage" : route, query];
  const redirect = `redirect=${encodeURIComponent(`${wanted}${kept}`)}`;
  return { path: `/login?${kept === "" ? "" : `${kept.slice(1)}&`}${redirect}`, heading: LOGIN };
}

const LAUNCH = `#${new URLSearchParams({
  tgWebAppData: `user=${encodeURIComponent(JSON.stringify({ id: sampleUser.tgUserId, first_name: "Lin" }))}&auth_date=1760000000&hash=def`,
  tgWebAppVersion: "9.1",
  tgWebAppPlatform: "weba",
  tgWebAppThemeParams: "{}",
}).toString()}`;

const answer = (status: number, data: object | null, error?: string) =>
  Promise.resolve(Response.json({ code: status, msg: "", data, error }, { status }));

/** The calls, in their order. */
const asked: string[] = [];

/** A server that knows nobody but this person, and of the rest nothing but itself. */
function answerCalls(isLoginRight: boolean): void {
  vi.spyOn(window, "fetch").mockImplementation((request) => {
    const path = new URL((request as Request).url).pathname.replace("/api/v1", "");
    asked.push(path);
    if (path === "/system/info") return answer(200, sampleSystemInfo);
    if (path === "/user/getUserInfo") return answer(200, { userItem: sampleUser });
    if (path !== "/telegram/auth") return new Promise<Response>(() => {});
    if (!isLoginRight) return answer(403, null, "loginVerificationFailed");
    return answer(200, {
      token: "t".repeat(43),
      expiresAt: "2030-01-01T00:00:00Z",
      isNewUser: false,
      userItem: sampleUser,
    });
  });
}

let product: App | null = null;
let here = "";
let go: (to: string) => void;
let goBack: () => void;

function Place() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    here = `${pathname}${search}`;
    go = (to) => void navigate(to);
    goBack = () => void navigate(-1);
  });
  return null;
}

/** The whole app, started in a page of its own. */
async function startApp({ isInside, hasSession }: { isInside: boolean; hasSession: boolean }): Promise<void> {
  for (const name of ["localStorage", "sessionStorage"]) {
    // Test files run in frames of one session, and another's app would take this launch for its own.
    Object.defineProperty(window, name, { value: createMemoryStorage(), configurable: true });
  }
  if (hasSession) {
    window.localStorage.setItem("auht_token", "t".repeat(43));
    window.localStorage.setItem("userId", String(sampleUser.tgUserId));
  }
  window.history.replaceState(
    null,
    "",
    `${window.location.pathname}${window.location.search}${isInside ? LAUNCH : ""}`,
  );
  answerCalls(hasSession);
  product = await prepareApp();
  product.root.start();
  product.root.send({ type: "app.start" });
  await renderWithTexts(
    <AppContext value={product}>
      <Frame />
      <Place />
    </AppContext>,
    {},
    "/login",
  );
}

function see(): Landing {
  return { path: here, heading: document.querySelector("h1")?.textContent };
}

beforeAll(() => {
  // The page around this frame stands in for the messenger.
  const meta = document.createElement("meta");
  meta.name = "messenger-origins";
  meta.content = window.location.origin;
  document.head.append(meta);
});

afterEach(async () => {
  await cleanup();
  product?.root.stop();
  vi.restoreAllMocks();
});

it("compares the stored user before a page of the next route is rendered or asks for anything", async () => {
  await startApp({ isInside: true, hasSession: true });
  await expect.poll(() => see().path).toBe("/homePage");
  go("/profile");
  await expect.poll(see).toEqual({ path: "/profile", heading: HEADINGS["/profile"] });
  asked.length = 0;
  // Somebody else logs in on the same storage.
  window.localStorage.setItem("userId", "999");
  window.localStorage.setItem("auht_token", "s".repeat(43));
  go("/user");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]).toBe("/telegram/auth");
  await expect.poll(see).toEqual({ path: "/user", heading: HEADINGS["/user"] });
  // The way back is a navigation, too.
  asked.length = 0;
  window.localStorage.setItem("userId", "999");
  goBack();
  await expect.poll(() => asked[0]).toBe("/telegram/auth");
});

it("the table has every route", () => {
  expect(["/login", ...Object.keys(HEADINGS)].toSorted()).toEqual(PATHS.toSorted());
});

it.each([
  { name: "inside, logged in", isInside: true, hasSession: true, land: landLoggedIn },
  { name: "inside, logged out", isInside: true, hasSession: false, land: landLoggedOut },
  { name: "outside, logged in", isInside: false, hasSession: true, land: landLoggedOut },
  { name: "outside, logged out", isInside: false, hasSession: false, land: landLoggedOut },
])("every route lands where it should: $name", async ({ land, ...situation }) => {
  await startApp(situation);
  const first = land("/login", "");
  await expect.poll(see).toEqual(first);
  for (const query of ["", CHAT]) {
    for (const route of ROUTES) {
      go(`${route}${query}`);
      await expect.poll(see, { message: `${route}${query}`, interval: 5 }).toEqual(land(route, query));
    }
  }
});
