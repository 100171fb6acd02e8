import { giveEmail } from "#tests/support/giveEmail.ts";
import type { AnyMachineSnapshot } from "xstate";
import { readMailedCode } from "../support/mail.ts";
import { goBack, goTo } from "../support/person.ts";
import { endCalls } from "./support/endCalls.ts";
import { findPersonId, prepareAccount } from "./support/prepareAccount.ts";
import { runWalks } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";

const MINUTE_MS = 60_000;
const WALKER = 1;
const NEW_CODE = "Newcode1";
const SEND_PATH = ["email/sendVerificationCode"];
const RECOVERY_PATH = ["user/recoverSecurityCode"];

/** Of the walk. */
let address = "";
let firstHash: string | null = null;

function isChoosing(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.matches("choosing");
}

async function readHash({ world }: WalkScene): Promise<string | null> {
  const row = await world.database
    .selectFrom("tg_user")
    .select("security_code_hash")
    .where("tg_user_id", "=", findPersonId(world, WALKER))
    .executeTakeFirstOrThrow();
  return row.security_code_hash;
}

/** Has the step by email send a code, and types it. */
async function proveByEmail(scene: WalkScene): Promise<void> {
  const { person, world } = scene;
  await scene.press("codes:code.send");
  await endCalls(scene, SEND_PATH, null);
  await person.app.getByLabel(person.t("codes:code.label")).fill(await readMailedCode(world.stack, address));
  await endCalls(scene, RECOVERY_PATH, null);
}

/** As another device would change it, to an address that takes no mail. */
async function changeEmail({ world }: WalkScene): Promise<void> {
  await giveEmail(world.database, findPersonId(world, WALKER), "anna@unknown.test", world.appSecret);
}

await runWalks({
  name: "securityCode",
  calls: {
    loadAccount: "user/getUserInfo",
    saveCode: "user/changeSecurityCode",
    securityCodePrompt: "user/changeSecurityCode",
  },
  startWorlds: ["new", null],
  open: async (world) => {
    address = `anna.${crypto.randomUUID()}@example.com`;
    await world.advance(MINUTE_MS);
    const held = ["user/getUserInfo", "user/changeSecurityCode", ...SEND_PATH, ...RECOVERY_PATH];
    return WalkScene.open(world, { chart: "securityCode", n: WALKER, held });
  },
  /** Worlds: whether the account has no email, none but that, or a code as well. */
  causes: {
    "ui.open#0": {
      in: ["new"],
      to: ["without email", "without code", "with code"],
      act: async (scene, world) => {
        const email = world === "without email" ? null : address;
        await prepareAccount(scene.world, WALKER, { email, hasSecurityCode: world === "with code" });
        firstHash = await readHash(scene);
        await goTo(scene.person, "/updateCode");
      },
    },
    "ui.type#0": { when: isChoosing, act: (scene) => scene.fill("codes:securityCode.label", NEW_CODE) },
    "ui.type#1": { when: isChoosing, act: (scene) => scene.fill("codes:securityCode.label", "newcode") },
    "ui.type#2": { when: isChoosing, act: (scene) => scene.fill("codes:securityCode.repeat", NEW_CODE) },
    "ui.submit#0": {},
    "ui.forgot#0": {},
    "ui.remember#0": {},
    "ui.continue#0": {},
    "ui.retry#0": {},

    "done(loadAccount)#0": { in: ["with code"] },
    "done(loadAccount)#1": { in: ["without code"] },
    "done(loadAccount)#2": { in: ["without email"] },
    "error(loadAccount)#0": {},

    "done(saveCode)#0": { in: ["without code"] },
    "error(saveCode)#0": { in: ["with code"] },
    "error(saveCode)#2": {},

    "done(securityCodePrompt)#0": { in: ["with code"] },
    "done(securityCodePrompt)#1": {},
    "done(securityCodePrompt)#2": {},
    "done(securityCodePrompt)#3": {},

    "done(emailCode)#0": { act: proveByEmail },
    "done(emailCode)#2": {
      arrange: changeEmail,
      act: async (scene) => {
        await scene.press("codes:code.send");
        await endCalls(scene, SEND_PATH, null);
      },
    },
    "done(emailCode)#3": { act: ({ person }) => goBack(person) },
  },
  compare: async (scene, snapshot, world) => {
    if (world === "new") return null;
    const isSaved = snapshot.matches("saved") || snapshot.matches("left");
    return [(await readHash(scene)) !== firstHash, isSaved];
  },
  unreached: {
    "askingCode --error(securityCodePrompt)#0": "no fault of the question is known",
    "failed --app.online#0": "no walk cuts the network: tests/models/online.test.ts holds who reads again",
    "proving --error(emailCode)#0": "no fault of the code by email is known",
    "proving --done(emailCode)#1": "an email is changed and never removed",
    "saving --error(saveCode)#1": "an email is changed and never removed",
  },
});
