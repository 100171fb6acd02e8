import { type Language, LANGUAGES } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { BotCommand } from "#server/messenger/botApi.ts";
import { tellPlain } from "#server/messenger/botText.ts";
import { pause } from "#server/pause.ts";

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** The messenger knows languages by two letters, so one Chinese. */
const CODES: Partial<Record<Language, string | null>> = {
  en: null,
  es: "es",
  id: "id",
  km: "km",
  vi: "vi",
  "zh-CN": "zh",
};

/** Tells the messenger which commands to offer, in its languages; repeated until it has taken them all. */
export async function offerCommands({ telegram, logger }: App, signal: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      for (const language of LANGUAGES) {
        const code = CODES[language];
        if (code === undefined) continue;
        await telegram.setCommands("groups", code, listGroupCommands(language));
        await telegram.setCommands("private", code, listPrivateCommands(language));
      }
      return;
    } catch (error) {
      logger.warn(
        { reason: error instanceof Error ? error.message : "unknown" },
        "the messenger did not take the bot's commands",
      );
      await pause(waitMs, signal);
    }
  }
}

function listGroupCommands(language: Language): BotCommand[] {
  return (["open", "hongbao"] as const).map((command) => ({
    command,
    description: tellPlain(language, `command.${command}`),
    isEphemeral: true,
  }));
}

function listPrivateCommands(language: Language): BotCommand[] {
  return (["start", "open", "privacy"] as const).map((command) => ({
    command,
    description: tellPlain(language, `command.${command}`),
    isEphemeral: false,
  }));
}
