import { Api, GrammyError } from "grammy";
import type { LanguageCode } from "grammy/types";
import { LANGUAGES, type Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { tellPlain } from "#server/messenger/botText.ts";
import { readNewCalls } from "#server/messenger/newCalls.ts";
import { repeat } from "#server/pause.ts";

const REQUEST_TIMEOUT_S = 15;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** The messenger knows languages by two letters, so one Chinese; null: where no other is set. */
const CODES: Partial<Record<Language, LanguageCode | null>> = {
  en: null,
  es: "es",
  id: "id",
  km: "km",
  vi: "vi",
  "zh-CN": "zh",
};

/** Proposed to whoever makes the bot an administrator: it is told who is a member, and deletes phrases that all saw. */
const GROUP_RIGHTS = { can_manage_chat: true, can_delete_messages: true };
const CHANNEL_RIGHTS = { can_manage_chat: true };

/** One thing that the messenger is told of the bot, and read back. */
interface Step {
  call: string;
  /** What of it this is, as an operator knows it. */
  name: string;
  set: () => Promise<unknown>;
  /** What the messenger tells of it afterwards; `set` has worked if it holds all of `wanted`. */
  read: () => Promise<object>;
  wanted: object;
}

/**
 * Sets the bot up at the messenger: inline mode, privacy, commands, and the rights that it proposes. Each is read back,
 * and a difference is logged. What the messenger does not know or refuses is logged once, and left; what it does not
 * answer is tried again.
 */
export async function setUpBot(app: App, signal: AbortSignal): Promise<void> {
  let waiting = listSteps(app);
  const noted = { unknown: new Set<string>(), different: new Set<string>() };
  await repeat(signal, {
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    async step() {
      const failed: Step[] = [];
      for (const step of waiting) {
        if (signal.aborted || noted.unknown.has(step.call)) continue;
        if (!(await carryOut(app, step, noted))) failed.push(step);
      }
      waiting = failed;
      if (failed.length === 0) return null;
      throw new Error("not all was set");
    },
    // `carryOut` has logged it.
    onFailure: () => undefined,
  });
}

/** False: it has to be tried again. Notes the calls that the messenger does not know, or that it obeys otherwise. */
async function carryOut(
  { logger }: App,
  { call, name, set, read, wanted }: Step,
  { unknown, different }: Record<"unknown" | "different", Set<string>>,
): Promise<boolean> {
  try {
    await set();
    const told = await read();
    if (holds(told, wanted) || different.has(name)) return true;
    different.add(name);
    logger.warn({ job: "bot", reason: name }, "the messenger keeps other settings of the bot than it was told");
    return true;
  } catch (error) {
    const code = error instanceof GrammyError ? error.error_code : 0;
    if (code === 404) unknown.add(call);
    const reason = `${name}: ${error instanceof Error ? error.message : "unknown"}`;
    logger.warn({ job: "bot", reason }, "the messenger did not take the bot's settings");
    return code >= 400 && code < 500 && code !== 429;
  }
}

function listSteps({ config }: App): Step[] {
  const api = new Api(config.botToken, { apiRoot: config.botApiUrl, timeoutSeconds: REQUEST_TIMEOUT_S });
  return [
    ...listSettingSteps(api),
    ...[false, true].map((isForChannels) => {
      const rights = isForChannels ? CHANNEL_RIGHTS : GROUP_RIGHTS;
      const call = "setMyDefaultAdministratorRights";
      return {
        call,
        name: call,
        set: () => readNewCalls(api).setMyDefaultAdministratorRights({ rights, for_channels: isForChannels }),
        read: () => api.getMyDefaultAdministratorRights({ for_channels: isForChannels }),
        wanted: rights,
      };
    }),
    ...LANGUAGES.flatMap((language) => listCommandSteps(api, language)),
  ];
}

/** Each by a call of its own: a call sets all that it names, or nothing. */
function listSettingSteps(api: Api): Step[] {
  const told = {
    supports_inline_queries: true,
    inline_query_placeholder: tellPlain("en", "inline.placeholder"),
    can_join_groups: true,
    // Commands reach it all the same.
    can_read_all_group_messages: false,
  };
  // No answer tells this one.
  const untold = { inline_feedback_share_denominator: 1 };
  return Object.entries({ ...told, ...untold }).map(([setting, value]) => ({
    call: "setMySettings",
    name: `setMySettings ${setting}`,
    set: () => readNewCalls(api).setMySettings({ [setting]: value }),
    read: () => api.getMe(),
    wanted: setting in told ? { [setting]: value } : {},
  }));
}

function listCommandSteps(api: Api, language: Language): Step[] {
  const code = CODES[language];
  if (code === undefined) return [];
  return (["all_group_chats", "all_private_chats"] as const).map((type) => {
    const commands = type === "all_group_chats" ? listGroupCommands(language) : listPrivateCommands(language);
    const place = { scope: { type }, ...(code === null ? {} : { language_code: code }) };
    return {
      call: "setMyCommands",
      name: "setMyCommands",
      set: () => api.setMyCommands(commands, place),
      read: () => api.getMyCommands(place),
      wanted: commands,
    };
  });
}

function listGroupCommands(language: Language) {
  return (["open", "hongbao"] as const).map((command) => ({
    command,
    description: tellPlain(language, `command.${command}`),
    // Only the bot sees it in a group.
    is_ephemeral: true,
  }));
}

function listPrivateCommands(language: Language) {
  return (["start", "open", "privacy"] as const).map((command) => ({
    command,
    description: tellPlain(language, `command.${command}`),
  }));
}

/** Whether an answer says all that was wanted. What it says besides is newer, or not ours. */
function holds(told: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return told === wanted;
  if (typeof told !== "object" || told === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(told) || told.length !== wanted.length)) return false;
  const answers = told as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => holds(answers[name], value));
}
