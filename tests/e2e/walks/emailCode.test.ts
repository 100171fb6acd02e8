import { giveEmail } from "#tests/support/giveEmail.ts";
import type { SnapshotFrom } from "xstate";
import type { emailCodeMachine } from "#machines/emailCode/emailCode.machine.ts";
import { viewEmailCode } from "#machines/emailCode/emailCode.view.ts";
import { goBack, goTo } from "../support/person.ts";
import { readMailedCode } from "../support/mail.ts";
import { findPersonId, prepareAccount } from "./support/prepareAccount.ts";
import { LEFT, runWalks, type Cause } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LIFE_MS = 600_000;
const WALKER = 1;
const MAILS_PER_HOUR = 5;
const TRIES_PER_HOUR = 30;
const NEW_CODE = "Newcode1";

/** Of the walk. */
let address = "";
let firstHash: string | null = null;
let typed = "";

/**
 * Worlds: whether an email is set or a security code recovered, whether the account has a code, and whether the digits that
 * are typed are right. `spent`: no mail and no try is allowed for an hour, and no digits are right any more.
 */
const LIVE = ["email", "email, code", "recovery"];

function isSpent(world: string): boolean {
  return world.endsWith("spent");
}

/** The world before digits were typed. */
function forgetTyped(world: string): string {
  return world.replace(/, (?:right|wrong)$/u, "");
}

const untyped = (world: string): readonly string[] => [forgetTyped(world)];
const spent = (world: string): readonly string[] => [isSpent(world) ? world : `${forgetTyped(world)}, spent`];
const typedAs = (ending: string) => LIVE.map((world) => `${world}, ${ending}`);
const SPENT = LIVE.map((world) => `${world}, spent`);
const EMAIL = ["email", "email, right", "email, wrong"];

type EmailCodeSnapshot = SnapshotFrom<typeof emailCodeMachine>;

function isSend({ event }: { event: { type: string } }): boolean {
  return event.type === "ui.send";
}

/** The first send starts the step; the others are pressed there. */
const send: Cause = {
  in: ["new", ...LIVE, ...SPENT],
  to: (world) => (world === "new" ? ["email", "email, code"] : [world]),
  act: async (scene, world, before) => {
    const isFirst = before.matches("idle") && world !== "recovery";
    if (!isFirst) return scene.press(viewEmailCode(before as EmailCodeSnapshot).actions.find(isSend)?.labelKey ?? "");
    await prepareAccount(scene.world, WALKER, { email: "old@example.com", hasSecurityCode: world === "email, code" });
    await goTo(scene.person, "/updateEmai");
    await scene.fill("codes:email.labelNew", address);
    return scene.press("codes:email.submit");
  },
};

async function type({ person }: WalkScene, digits: string): Promise<void> {
  typed = digits;
  await person.app.getByLabel(person.t("codes:code.label")).fill(digits);
}

/** Six digits that are not those of the mail. */
function spoil(code: string): string {
  return `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
}

async function typeAll(scene: WalkScene, world: string): Promise<void> {
  const code = await readMailedCode(scene.world.stack, address);
  await type(scene, world.endsWith("right") ? code : spoil(code));
}

/** As another device would. */
async function setEmailElsewhere({ world }: WalkScene): Promise<void> {
  await giveEmail(world.database, findPersonId(world, WALKER), address, world.appSecret);
}

async function spendMails({ world, api }: WalkScene, state: string): Promise<void> {
  const isRecovery = state.startsWith("recovery");
  for (let mails = 0; mails < MAILS_PER_HOUR; mails += 1) {
    const body = isRecovery
      ? { purpose: "recoverSecurityCode" }
      : { purpose: "updateEmail", email: `other${String(mails)}.${address}` };
    await api.post("email/sendVerificationCode", body).catch(() => undefined);
    await world.advance(MINUTE_MS);
  }
}

async function spendTries({ api }: WalkScene, state: string): Promise<void> {
  const isRecovery = state.startsWith("recovery");
  const path = isRecovery ? "user/recoverSecurityCode" : "user/updateEmail";
  const body = isRecovery ? { newSecurityCode: NEW_CODE } : { email: `other.${address}` };
  const tries = Array.from({ length: TRIES_PER_HOUR }, () =>
    api.post(path, { ...body, verificationCode: "000000" }).catch(() => undefined),
  );
  await Promise.all(tries);
}

function readUser({ world }: Pick<WalkScene, "world">) {
  return world.database
    .selectFrom("tg_user")
    .select("security_code_hash")
    .where("tg_user_id", "=", findPersonId(world, WALKER))
    .executeTakeFirstOrThrow();
}

/** Goes to the step of a recovery. */
async function openRecovery(scene: WalkScene): Promise<void> {
  await prepareAccount(scene.world, WALKER, { email: address, hasSecurityCode: true });
  firstHash = (await readUser(scene)).security_code_hash;
  await goTo(scene.person, "/updateCode?forgotten=1");
  await scene.fill("codes:securityCode.label", NEW_CODE);
  await scene.fill("codes:securityCode.repeat", NEW_CODE);
  await scene.press("codes:securityCode.submit.recover");
  await scene.person.app.getByText(scene.person.t("codes:code.askTitle")).waitFor();
}

await runWalks({
  name: "emailCode",
  calls: {
    sendCode: "email/sendVerificationCode",
    verifyCode: "user/updateEmail|user/recoverSecurityCode",
    securityCodePrompt: "user/updateEmail",
  },
  startWorlds: ["new", "recovery"],
  open: async (world, { input }) => {
    [address, typed] = [`anna.${crypto.randomUUID()}@example.com`, ""];
    await world.advance(MINUTE_MS);
    const held = ["email/sendVerificationCode", "user/updateEmail", "user/recoverSecurityCode"];
    const scene = await WalkScene.open(world, { chart: "emailCode", n: WALKER, held });
    if (input === 1) await openRecovery(scene);
    return scene;
  },
  causes: {
    "ui.send#0": send,
    "ui.type#0": { to: untyped, act: (scene) => type(scene, typed === "004" ? "0042" : "004") },
    "ui.type#1": {
      in: LIVE,
      to: (world) => [`${world}, right`, `${world}, wrong`],
      act: typeAll,
    },
    "ui.retry#0": {},
    "ui.back#0": {
      in: [...LIVE, ...SPENT, ...typedAs("right"), ...typedAs("wrong")],
      act: ({ person }) => goBack(person),
    },

    "done(sendCode)#0": { in: LIVE },
    "error(sendCode)#0": { in: EMAIL, to: ["email, elsewhere"], arrange: setEmailElsewhere },
    "error(sendCode)#1": { in: [...LIVE, ...SPENT], to: spent, arrange: spendMails },
    "error(sendCode)#2": {},

    "done(verifyCode)#0": { in: ["email, right", "recovery, right"] },
    "error(verifyCode)#0": { in: ["email, wrong", "recovery, wrong"], to: untyped },
    "error(verifyCode)#1": {
      in: ["email, right", "recovery, right"],
      to: untyped,
      arrange: ({ world }) => world.advance(LIFE_MS),
    },
    "error(verifyCode)#2": { in: ["email, code, right", "email, code, wrong"] },
    "error(verifyCode)#3": { in: EMAIL, to: ["email, elsewhere"], arrange: setEmailElsewhere },
    "error(verifyCode)#4": { in: [...typedAs("right"), ...typedAs("wrong")], to: spent, arrange: spendTries },
    "error(verifyCode)#5": {},

    "done(securityCodePrompt)#0": { in: ["email, code, right"] },
    "done(securityCodePrompt)#1": { to: [LEFT] },
    "done(securityCodePrompt)#2": { in: ["email, code, wrong"], to: untyped },
    "done(securityCodePrompt)#3": { to: untyped },

    "done(countdown)#0": {
      act: async (scene, world) => {
        const ms = isSpent(world) ? HOUR_MS : MINUTE_MS;
        await scene.world.advance(ms);
        await scene.sleep(ms);
      },
    },
  },
  compare: async (scene, snapshot, world) => {
    if (world === LEFT || world === "new") return null;
    const isDone = snapshot.matches("verified");
    if (world.startsWith("recovery")) return [(await readUser(scene)).security_code_hash !== firstHash, isDone];
    const { userItem } = await scene.api.get<{ userItem: { email: string | null } }>("user/getUserInfo");
    return [userItem.email === address, isDone || world === "email, elsewhere"];
  },
  unreached: {
    "askingSecurityCode --error(securityCodePrompt)#0": "no fault of the question is known",
  },
});
