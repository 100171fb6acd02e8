import { capitalize, type Piece } from "./addPieces.ts";

/** Component, style sheet, test and walks of a screen, and its places among the routes. */
export function planScreen(route: string): Piece[] {
  const Name = capitalize(route);
  const folder = `src/screens/${route}`;
  return [
    {
      file: `${folder}/${Name}.tsx`,
      text: `import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";

import styles from "./${Name}.module.css";

/** TODO: what one does here, in one sentence. */
export function ${Name}() {
  const { t } = useTranslation();
  return (
    <Screen title={t("app:${route}.title")}>
      <p className={styles.text}>{t("app:${route}.text")}</p>
    </Screen>
  );
}
`,
    },
    {
      file: `${folder}/${Name}.module.css`,
      text: `.text {
  color: var(--muted);
}
`,
    },
    {
      file: `${folder}/${Name}.browser.test.tsx`,
      text: `import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { ${Name} } from "./${Name}.tsx";

it("has its texts", async () => {
  await renderWithTexts(
    <AppContext value={createStaticApp()}>
      <${Name} />
    </AppContext>,
  );
  // Write app:${route} in locales/en/app.json and the six other languages.
  await expect.element(page.getByRole("heading", { level: 1 })).not.toHaveTextContent("${route}.title");
});

it("does what one comes for", () => {
  expect.fail("Tell one story from SPEC.md or PRODUCT.md, by the controls that people see.");
});
`,
    },
    {
      file: `gallery/screens/${route}.walk.tsx`,
      text: `import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

/** TODO: each chart of the page: its flow, its model, the address, and the controls that belong to no action of it. */
export const walks: readonly ScreenWalk[] = [];
`,
    },
    { file: "src/routes/paths.ts", before: "] as const;", lines: `  "/${route}",\n` },
    {
      file: "src/routes/screens.ts",
      before: "};\n",
      lines: `  "/${route}": defineScreen(() => import("#src/screens/${route}/${Name}.tsx").then((screen) => screen.${Name}), []),\n`,
    },
  ];
}
