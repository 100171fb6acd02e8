import type { BrowserContext } from "playwright";
import { expect } from "vitest";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";
import type { sessionMachine } from "#machines/session/session.machine.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { PHONE } from "../support/browser.ts";
import { goTo, type Person } from "../support/person.ts";
import { createTranslate } from "../support/texts.ts";
import { findPersonId } from "./support/prepareAccount.ts";
import { runWalks } from "./support/runWalks.ts";
import { breakSilence, openInSilentMessenger } from "./support/silentMessenger.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const WALKER = 3;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const LOGOUT_PATIENCE_MS = 5000;
const OTHER_USER_ID = "77";

/**
 * `old`: the launch data is. `user`: the personal center is open, which reads the user anew. `gone`: logged out there; a
 * login would lead back, and the user be read at once. `stranger`, `strangersUser`: the same before the user was read.
 * `silent`, `late`: the messenger does not answer when it is asked, and does later.
 */
const INSIDE = ["home", "old"];
const KNOWN: Readonly<Record<string, string>> = { stranger: "home", strangersUser: "user" };
const HOME = "/homePage";
const ELSEWHERE = "/sendRecord";
const STEP_MS = 350;

const TOLD = "the root tells of every refusal before the call's own end comes";
const DELETED = "the other walks need the walker's account";
const KEPT = "what the storage refuses is kept in memory";

type Snapshot = SnapshotFrom<typeof sessionMachine>;
type Stored = Readonly<Record<"auht_token" | "userId", string>>;

/** What an earlier visit left. */
let stored: Stored | null = null;

function isStarted(snapshot: AnyMachineSnapshot): boolean {
  return (snapshot as Snapshot).context.launch !== null;
}

function isOpen({ person: { page } }: WalkScene): boolean {
  return page.url() !== "about:blank";
}

/** What the messenger hands over when the walker opens the app. */
async function launch({ stack, ageSeconds }: WalkWorld): Promise<{ initData: string; url: string }> {
  const query = new URLSearchParams({ person: String(WALKER), ageSeconds });
  const launched = await fetch(`${stack.info.telegram.hostUrl}launch?${query}`);
  return (await launched.json()) as { initData: string; url: string };
}

/** Logs in as another visit would. */
async function logInBefore(world: WalkWorld): Promise<string> {
  const { stack } = world;
  const { initData } = await launch(world);
  const answered = await fetch(`${stack.url}/api/v1/telegram/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ initData }),
  });
  const { data } = (await answered.json()) as { data: { token: string } };
  return data.token;
}

async function isValid({ stack }: WalkWorld, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${stack.url}/api/v1/user/getUserInfo`, { headers })).ok;
}

async function store(context: BrowserContext): Promise<void> {
  if (stored === null) return;
  await context.addInitScript((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries(stored));
}

async function start({ world, person }: WalkScene, way: Readonly<Record<string, string>>): Promise<void> {
  await store(person.page.context());
  const { info, url } = world.stack;
  const [chatId] = info.people.find(({ n }) => n === WALKER)?.groupIds ?? [];
  const query = new URLSearchParams({
    person: String(WALKER),
    chat: String(chatId),
    inspect: "",
    ageSeconds: world.ageSeconds,
    ...way,
  });
  await person.page.goto(`${url}/devnet/?${query}`);
}

/** The messenger answers at once: the page's time moves less than it may take for that. */
async function waitForStart(scene: WalkScene): Promise<void> {
  await waitUntilHolds(async () => {
    await scene.pass(1);
    expect((await scene.peek())?.edges.length).toBeGreaterThan(0);
  });
}

/** On the start page, which stands still. */
async function settle(scene: WalkScene): Promise<void> {
  const { person } = scene;
  await goTo(person, HOME);
  await scene.passWhile(person.app.getByText(person.t("app:home.pitch")).waitFor());
}

async function readStoredToken(scene: WalkScene): Promise<string | null> {
  return (await scene.frame).evaluate(() => localStorage.getItem("auht_token"));
}

await runWalks({
  name: "session",
  calls: {
    authenticate: "telegram/auth",
    joinGroup: "telegram/auth",
    renew: "telegram/auth",
    fetchUser: "user/getUserInfo",
    logout: "telegram/logout",
  },
  instant: [
    "done(readStored)#0",
    "done(readStored)#1",
    "done(readStored)#2",
    "done(saveStored)#0",
    "done(clearStored)#0",
    "done(keepJoined)#0",
    "done(clearRefused)#0",
    "done(keepRenewed)#0",
  ],
  startWorlds: ["closed"],
  open: async (world, { steps }) => {
    stored = null;
    const context = await world.browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
    await context.clock.install();
    const page = await context.newPage();
    const isOutside = steps[0]?.stimulus.startsWith("session.start#3") === true;
    const { languageCode = "en" } = world.stack.info.people.find(({ n }) => n === WALKER) ?? {};
    const tab: Person = {
      n: WALKER,
      page,
      app: isOutside ? page : page.frameLocator("[data-testid=app-frame]"),
      t: await createTranslate(languageCode),
      close: () => context.close(),
    };
    return WalkScene.openIn(tab, world, {
      chart: "session",
      n: WALKER,
      held: ["telegram/auth", "user/getUserInfo", "telegram/logout"],
      asides: ["loggedIn.storage.checked --session.check#0", "loggedIn.storage.checking --done(readStored)#1"],
    });
  },
  causes: {
    "session.start#0": {
      in: ["closed", "silent"],
      to: (world) => (world === "silent" ? ["late"] : ["home", "stranger"]),
      act: async (scene, world) => {
        if (world === "late") return breakSilence(scene.person.page);
        await start(scene, { menu: "" });
        await waitForStart(scene);
      },
    },
    "session.start#1": {
      in: ["closed"],
      to: ["home"],
      act: async (scene) => {
        await start(scene, { startapp: scene.world.startParam });
        await waitForStart(scene);
      },
    },
    "session.start#3": {
      in: ["closed"],
      to: ["outside", "silent"],
      act: async (scene, world) => {
        const { page } = scene.person;
        if (world === "silent") await openInSilentMessenger(page, (await launch(scene.world)).url);
        else await page.goto(`${scene.world.stack.url}/?inspect`);
        await scene.passUntilLeft("idle", STEP_MS);
      },
    },
    "done(readStored)#0": { in: ["home", "late"], when: (snapshot) => !isStarted(snapshot) },
    "done(readStored)#1": {
      in: [...INSIDE, "stranger"],
      arrange: async (scene) => {
        if (isOpen(scene)) return settle(scene);
        const token = await logInBefore(scene.world);
        stored = { auht_token: token, userId: String(findPersonId(scene.world, WALKER)) };
      },
    },
    "done(readStored)#2": {
      in: INSIDE,
      arrange: async (scene) => {
        if (!isOpen(scene)) {
          stored = { auht_token: "of-another", userId: OTHER_USER_ID };
          return;
        }
        await settle(scene);
        const frame = await scene.frame;
        await frame.evaluate((id) => localStorage.setItem("userId", id), OTHER_USER_ID);
      },
    },
    "done(saveStored)#0": {},
    "done(clearStored)#0": {},
    "done(keepJoined)#0": {},
    "done(clearRefused)#0": {},
    "done(keepRenewed)#0": {},

    "done(authenticate)#0": { in: ["home"] },
    "error(authenticate)#0": { in: ["home"], to: ["old"], arrange: ({ world }) => world.advance(2 * HOUR_MS) },
    "error(authenticate)#1": {
      in: ["home", "gone"],
      act: async ({ calls }) => {
        const route = await calls.take("telegram/auth");
        const { initData } = route.request().postDataJSON() as { initData: string };
        await route.continue({ postData: JSON.stringify({ initData: `${initData}0` }) });
      },
    },
    "done(joinGroup)#0": { in: ["home"] },
    "error(joinGroup)#0": { in: ["home"], to: ["old"], arrange: ({ world }) => world.advance(2 * HOUR_MS) },
    "error(joinGroup)#1": { in: ["home"] },
    "done(renew)#0": { in: ["home"] },
    "error(renew)#0": { in: ["home"], to: ["old"], arrange: ({ world }) => world.advance(2 * HOUR_MS) },
    "error(renew)#1": { in: ["home"] },

    "done(fetchUser)#0": { to: (world) => [KNOWN[world] ?? world] },
    "error(fetchUser)#1": {},
    "session.refreshUser#0": {
      in: ["home", "user", "stranger"],
      to: (world) => [world === "stranger" ? "strangersUser" : "user"],
      act: async (scene) => {
        const { person } = scene;
        await settle(scene);
        await goTo(person, "/user");
        await scene.passWhile(
          person.app.getByRole("button", { name: person.t("app:session.logout"), exact: true }).waitFor(),
        );
      },
    },
    "ui.retryUser#0": { in: ["strangersUser"] },
    "session.unauthorized#0": {
      in: INSIDE,
      // After a login for the group the call under way has the former session, which goes on.
      when: (snapshot) =>
        (snapshot as Snapshot).context.launch?.startParam === null ||
        !(snapshot as Snapshot).matches({ loggedIn: { user: "fetching" } }),
      act: async (scene, _, before) => {
        const isFetching = (before as Snapshot).matches({ loggedIn: { user: "fetching" } });
        if (!isFetching) await settle(scene);
        await scene.endSession();
        if (isFetching) return (await scene.calls.take("user/getUserInfo")).continue();
        // Its calls show that the session is none any more.
        await goTo(scene.person, ELSEWHERE);
        await scene.passUntilLeft("loggedIn", STEP_MS);
      },
    },
    "session.check#0": { in: INSIDE, act: ({ person }) => goTo(person, ELSEWHERE) },
    "xstate.after.renewalWindow.session.loggedIn": { in: INSIDE, act: (scene) => scene.pass(MINUTE_MS) },

    "ui.logout#0": {
      in: ["user"],
      to: ["gone"],
      act: async (scene) => {
        await scene.press("app:session.logout");
        const { app, t } = scene.person;
        await app
          .getByRole("dialog")
          .getByRole("button", { name: t("app:session.logout"), exact: true })
          .click();
      },
    },
    "done(logout)#0": {},
    "error(logout)#0": {},
    "xstate.after.logoutTimeout.session.loggingOut": { act: (scene) => scene.pass(LOGOUT_PATIENCE_MS) },
    "ui.login#0": { in: [...INSIDE, "gone"] },
  },
  // A session is kept as long as there is one, and the server knows it.
  compare: async (scene, before) => {
    const snapshot = before as Snapshot;
    const token = await readStoredToken(scene);
    const isIn = snapshot.matches("loggedIn");
    const isKept = isIn || snapshot.matches("loggingOut");
    return [
      [token !== null, isIn && (await isValid(scene.world, token ?? ""))],
      [isKept, isIn],
    ];
  },
  unreached: {
    "reading --error(readStored)#0": KEPT,
    "loggedIn.storage.checking --error(readStored)#0": KEPT,
    "saving --error(saveStored)#0": KEPT,
    "loggedOut --app.online#0": "no walk cuts the network: tests/models/online.test.ts holds who reads again",
    "clearing --error(clearStored)#0": KEPT,
    "mismatch --error(clearStored)#0": KEPT,
    "resetting --error(clearStored)#0": KEPT,
    "renewing.clearing --error(clearRefused)#0": KEPT,
    "renewing.keeping --error(keepRenewed)#0": KEPT,
    "loggedIn.group.keeping --error(keepJoined)#0": KEPT,
    "authenticating --error(authenticate)#0": DELETED,
    "loggedIn --session.accountDeleted#0": DELETED,
    "loggedIn.group.joining --error(joinGroup)#0": DELETED,
    "renewing.asking --error(renew)#0": DELETED,
    "forgettingDeleted --done(clearStored)#0": DELETED,
    "forgettingDeleted --error(clearStored)#0": DELETED,
    "accountDeleted --ui.closeApp#0": DELETED,
    "loggedIn.user.fetching --error(fetchUser)#0": TOLD,
    "loggedIn.user.fetching --error(fetchUser)#1": TOLD,
    "launchExpired --ui.closeApp#0": "the app is gone, and its record with it",
  },
});
