import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import app from "#locales/en/app.json";
import errors from "#locales/en/errors.json";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { LoginStatus } from "./Login.tsx";

it("says how long to wait after too many logins", async () => {
  await renderWithTexts(
    <AppContext value={createStaticApp()}>
      <LoginStatus
        view={{
          status: "loggedOut",
          isFetchingUser: false,
          user: null,
          noticeKey: null,
          failureKey: "errors:tooManyTries",
          failureValues: { context: "seconds", wait: "42" },
          actions: [{ event: { type: "ui.login" }, labelKey: "app:login.open", enabled: true }],
        }}
        send={() => undefined}
      />
    </AppContext>,
    { app, errors },
    "/login",
  );
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent(errors.tooManyTries_seconds.replace("{{wait}}", "42"));
});
