import { makeInitData } from "#tests/support/initData.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";

/** The launch parameters that the messenger's Android app passes to a page. */
export function makeLaunchHash(): string {
  const person = { id: 700_001, firstName: "Dara", username: "dara", languageCode: "en" };
  return new URLSearchParams({
    tgWebAppData: makeInitData({ botToken: TEST_SETTINGS.BOT_TOKEN, person, authDate: new Date() }),
    tgWebAppVersion: "8.0",
    tgWebAppPlatform: "android",
    tgWebAppThemeParams: "{}",
  }).toString();
}
