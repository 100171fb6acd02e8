import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { findColorViolations, findViolations } from "#tests/support/findViolations.ts";

import type { Stage } from "../openStage.ts";
import type { Content } from "../picture.ts";
import { wearTheme, type ThemeName } from "../themes.ts";
import { findCutTexts } from "./findCutTexts.ts";
import { findPoorControls } from "./findPoorControls.ts";

const THEME: ThemeName = "Web A light";

/**
 * `first`: in English, by one theme. `others`: in all other languages and themes. Both where it is not set. A run of the whole
 * project takes them apart, since the others take most of the time and find least.
 */
const LOOKS: unknown = import.meta.env["LOOKS"];
const hasFirstLook = LOOKS !== "others";
const hasOtherLooks = LOOKS !== "first";

/**
 * What keeps a person from using a picture: what axe objects to, colours in further themes, and what is cut, covered or too
 * small in any language. The picture is drawn once.
 */
export async function findFaults(
  stage: Stage,
  node: Content,
  otherThemes: readonly ThemeName[],
): Promise<readonly string[]> {
  await stage.show({ node, language: "en", theme: THEME });
  const faults = hasFirstLook
    ? [...(await findViolations()).map((fault) => `${THEME}: ${fault}`), ...findUnfit("en")]
    : [];
  if (!hasOtherLooks) return faults;
  for (const theme of otherThemes) {
    wearTheme(theme);
    faults.push(...(await findColorViolations()).map((fault) => `${theme}: ${fault}`));
  }
  wearTheme(THEME);
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    await stage.speak(language);
    faults.push(...findUnfit(language));
  }
  return faults;
}

function findUnfit(language: Language): string[] {
  return [...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`);
}
