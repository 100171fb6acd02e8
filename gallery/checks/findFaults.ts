import type { ReactNode } from "react";

import { LANGUAGES } from "#domain/language/language.ts";
import { findColorViolations, findViolations } from "#tests/support/findViolations.ts";

import type { Stage } from "../openStage.ts";
import { wearTheme, type ThemeName } from "../themes.ts";
import { findCutTexts } from "./findCutTexts.ts";
import { findPoorControls } from "./findPoorControls.ts";

const THEME: ThemeName = "Web A light";

/**
 * What keeps a person from using a picture: what axe objects to, colours in further themes, and what is cut, covered or too
 * small in any language. The picture is drawn once.
 */
export async function findFaults(
  stage: Stage,
  node: ReactNode,
  otherThemes: readonly ThemeName[],
): Promise<readonly string[]> {
  await stage.show({ node, language: "en", theme: THEME });
  const faults = (await findViolations()).map((fault) => `${THEME}: ${fault}`);
  for (const theme of otherThemes) {
    wearTheme(theme);
    faults.push(...(await findColorViolations()).map((fault) => `${theme}: ${fault}`));
  }
  wearTheme(THEME);
  for (const language of LANGUAGES) {
    if (language !== "en") await stage.speak(language);
    faults.push(...[...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`));
  }
  return faults;
}
